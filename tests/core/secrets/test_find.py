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
    ("machine api.acme.io login me@acme.io password hunter", "hunter"),
    ("machine h login u password p4ssw0rd!", "p4ssw0rd!"),
    ("machine github.com\n  login bob\n  password swordfish\n", "swordfish"),
    ("echo 'machine h login u password swordfish' > ~/.netrc", "swordfish"),
    ('{"text": "machine git.acme.io\\nlogin bob\\npassword swordfish\\n"}', "swordfish"),
    ("default login bob password hunter2x", "hunter2x"),
    ("Cookie: theme=dark; sessionid=8fKq2LmZ90pQrStUv3Wx4Yz; lang=en", "8fKq2LmZ90pQrStUv3Wx4Yz"),
    ("Set-Cookie: connect.sid=s%3AqLmZ90pQrStUv3.8fKq2; Path=/; HttpOnly", "s%3AqLmZ90pQrStUv3.8fKq2"),
    ("set-cookie: auth=0d6f4b1c-8a52-4f0e-9d37-1f2e3a4b5c6d; Secure", "0d6f4b1c-8a52-4f0e-9d37-1f2e3a4b5c6d"),
    ("curl -H 'Cookie: JSESSIONID=0A1B2C3D4E5F60718293A4B5C6D7E8F9' http://x", "0A1B2C3D4E5F60718293A4B5C6D7E8F9"),
    ("curl -sb 'a=1' --cookie \"sid=8fKq2LmZ90pQ\" http://x", "8fKq2LmZ90pQ"),
    ('"cookie": "_gh_sess=8fKq2LmZ90pQrStUv3Wx"', "8fKq2LmZ90pQrStUv3Wx"),
    ("Cookie: prefs=8fKq2LmZ90pQrStUv3Wx4YzAbCd", "8fKq2LmZ90pQrStUv3Wx4YzAbCd"),
    (".acme.io\tTRUE\t/\tFALSE\t1799999999\tid\t8fKq2LmZ90pQ", "8fKq2LmZ90pQ"),
    ("password is hunter2", "hunter2"),
    ("The password for the staging database is hunter2.", "hunter2"),
    ("use hunter2 as the root password", "hunter2"),
    ("log in as user bob with the password hunter2, then", "hunter2"),
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
    "Set-Cookie: theme=dark; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "Cookie: session=YOUR_SESSION; lang=en-US; consent=2026-01-01",
    "curl -b cookies.txt -c cookies.txt http://x", "document.cookie = 'name=value'", "Cookie: _ga=GA1.2.123456789.1234567890",
    "machine HOST login USER password PASSWORD", "machine h login $USER password $TOKEN", "machine learning user account password reset",
    "the machine login was slow and the default login password policy is strict", "password is required", "the password is sha256-hashed",
    "use sha256 as the password hash", "use user.id2 as the password", "the password for the wifi is in 1Password",
    "The admin password was changed in 2024", "log in as admin with the password from 1Password", "machine h login u password [secret:ab12cd]",
    "Cookie: sid=[secret:ab12cd]", "risk_0123456789abcdef0123456789abcdef", "key-value pairs", "the pat. on the back", "ASK0123",
    "private_key: /etc/ssl/key1.pem", "http://127.0.0.1:8080/@x", "credentials: include", "[secret:ab12cd]", "password=[secret:ab12cd]",
]  # fmt: skip


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    """Hashes, ids, images, types, variables and placeholders."""
    assert find_secrets(text) == ()


HEX, WORD = "0123456789abcdef" * 12, "aB3dE5gH7jK9mN1pQ4sT6vW8yZ" * 12
MAKERS = [
    "ATBB" + WORD[:32], "glptt-" + HEX[:40], "dckr_pat_" + WORD[:27], "rubygems_" + HEX[:48], "AKCp" + WORD[:69], "bkua_" + HEX[:40],
    "CCIPAT_" + WORD[:22] + "_" + HEX[:40], "sqp_" + HEX[:40], "sntryu_" + HEX[:64], "glsa_" + WORD[:32] + "_" + HEX[:8],
    "lsv2_pt_" + HEX[:32] + "_" + HEX[:10], "abC8Q~" + WORD[:34], "GOCSPX-" + WORD[:28], "1//0" + WORD[:60], "LTAI" + WORD[:20], "AKID" + WORD[:32],
    "doo_v1_" + HEX[:64], "v1.0-" + HEX[:24] + "-" + HEX[:146], "HRKU-" + WORD[:60], "nfp_" + WORD[:36], "tskey-auth-" + WORD[:12] + "-" + WORD[:30],
    WORD[:14] + ".atlasv1." + WORD[:64], "sbp_" + HEX[:40], "sb_secret_" + WORD[:31], "pscale_tkn_" + WORD[:43], "dp.st.prd." + WORD[:43],
    "pplx-" + WORD[:48], "tvly-" + WORD[:32], "pcsk_" + WORD[:6] + "_" + WORD[:60], "whsec_" + WORD[:32], "sq0csp-" + WORD[:43],
    "rzp_live_" + WORD[:14], "key-" + HEX[:32], HEX[:32] + "-us12", "xkeysib-" + HEX[:64] + "-" + WORD[:16], "SK" + HEX[:32],
    "1234567890:AA" + WORD[:33], "EAA" + WORD[:120], "sl.u." + WORD[:140], "pat" + WORD[:14] + "." + HEX[:64], "CFPAT-" + WORD[:43],
]  # fmt: skip


@pytest.mark.parametrize("key", MAKERS, ids=lambda key: key[:9])
@pytest.mark.parametrize("line", ["{}", "I used {} for it.", "x = '{}'", '{{"a": "{}"}}'])
def test_a_key_of_a_makers_own_form_needs_no_name(key: str, line: str) -> None:
    """Wherever it stands, whole; a longer word that only begins so is none."""
    text = line.format(key)
    assert [text[s.start : s.end] for s in find_secrets(text)] == [key]
    assert find_secrets(text.replace(key, "z" + key[: len(key) // 4])) == ()
