"""Secrets are found by shape, by name and by how random they look; what is random and no secret is none."""

from __future__ import annotations

import pytest

from leadline.core.secrets.find import find_secrets

SECRETS = [
    ("export API_KEY=sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12Mn34", "sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12Mn34"),
    ('{"env":{"ANTHROPIC_API_KEY":"sk-ant-api03-Qw3rTy_Ui0p9876"}}', "sk-ant-api03-Qw3rTy_Ui0p9876"),
    ("key AKIA2E0A8F3B244C9986 is old", "AKIA2E0A8F3B244C9986"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzKEY12", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzKEY12"),
    ("with ghp_" + "a1B2" * 9 + ".", "ghp_" + "a1B2" * 9),
    ("postgres://app:s3cr3t-Pa55@db.internal:5432/x", "s3cr3t-Pa55"),
    ("DB_PASSWORD=p@ssw0rd!", "p@ssw0rd!"),
    ("PGPASSWORD='WinterloEDVUr!' psql", "WinterloEDVUr!"),
    ("The password is correct-h0rse.", "correct-h0rse"),
    ("mysql -u root -pS3cret99 orders", "S3cret99"),
    ("Authorization: Bearer abc123def456ghi789jkl", "abc123def456ghi789jkl"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==", "dXNlcjpwYXNzd29yZDEyMw=="),
    ('"client_secret": "8fKq2-LmZ90_pQrStUv3"', "8fKq2-LmZ90_pQrStUv3"),
    ("api_key: 3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c", "3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"),
    ("the token for staging is 8fKq2LmZ90pQrStUv3Wx4Yz", "8fKq2LmZ90pQrStUv3Wx4Yz"),
    (
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq98k\nabcDEF012345\n-----END RSA PRIVATE KEY-----",
        "MIIEpAIBAAKCAQEA7bq98k\nabcDEF012345",
    ),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_secret_is_found_with_its_exact_ends(text: str, secret: str) -> None:
    """Neither the name before it nor the sign behind it belongs to it."""
    assert [text[s.start : s.end] for s in find_secrets(text)] == [secret]


HARMLESS = [
    "max_tokens: 4096", "token: string", "password: str", "password = os.environ['X']", "password=${DB_PASS}", "secret = getSecret()",
    "api_key=YOUR_API_KEY", "AKIAIOSFODNN7EXAMPLE", "commit 3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c1a2b3c4d",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "id: 123e4567-e89b-12d3-a456-426614174000",
    '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", "https://user@github.com/x",
    "password authentication failed for user", "the token is expired", "sk-learn-based-model-selection-thing", "tokens: 52,384",
    "Password must be at least 12 characters", "accessToken: user.accessToken", "token: claude-3-5-sonnet-20241022",
    "private_key: /etc/ssl/key1.pem", "http://127.0.0.1:8080/@x", "credentials: include", "[secret:ab12cd]", "password=[secret:ab12cd]",
]  # fmt: skip


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    """Hashes, ids, images, types, variables and placeholders."""
    assert find_secrets(text) == ()
