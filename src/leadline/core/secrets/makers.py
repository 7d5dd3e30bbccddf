"""Makers whose keys begin with letters of their own: for each the cue in lower case, and the form of what follows it.

In: nothing. Out: rows that `shapes.py` joins into one pattern. A row is here only where the form alone makes a key: a prefix that is
no word, and a body of a fixed length or of at least 20 random characters. Sources: the makers' documentation of their tokens.
Makers whose keys are bare hex or letters have no row: those are found by what the value is called (`find.py`).
"""

from __future__ import annotations

__all__ = ["MAKERS"]

_ANY = "[A-Za-z0-9_-]"

# (cue, body): a text without the cue, in lower case, is not searched for the body
MAKERS: tuple[tuple[str, str], ...] = (
    # code, packages, builds
    ("atctt3", r"ATCTT3[A-Za-z0-9_=-]{50,250}+"),  # Atlassian
    ("atbb", r"ATBB[A-Za-z0-9]{32}"),  # Bitbucket
    ("glcbt-", rf"glcbt-{_ANY}{{20,90}}+"),  # GitLab: builds, triggers, feeds, agents, deployments, mail, sign-in
    ("glptt-", r"glptt-[0-9a-f]{40}"),
    ("glft-", rf"glft-{_ANY}{{20,80}}+"),
    ("glagent-", rf"glagent-{_ANY}{{50,120}}+"),
    ("glsoat-", rf"glsoat-{_ANY}{{20,80}}+"),
    ("glimt-", rf"glimt-{_ANY}{{25,80}}+"),
    ("gloas-", rf"gloas-{_ANY}{{40,120}}+"),
    ("dckr_", rf"dckr_(?:pat|oat)_{_ANY}{{24,60}}+"),  # Docker
    ("rubygems_", r"rubygems_[0-9a-f]{48}"),
    ("oy2", r"oy2[a-z0-9]{43}"),  # NuGet
    ("akcp", r"AKCp[A-Za-z0-9]{60,90}+"),  # Artifactory
    ("cmvmdgtu", r"cmVmdGtu[A-Za-z0-9]{56}"),
    ("bkua_", r"bkua_[0-9a-f]{40}"),  # Buildkite
    ("ccip", r"CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}"),  # CircleCI
    ("squ_", r"squ_[0-9a-f]{40}"),  # SonarQube
    ("sqp_", r"sqp_[0-9a-f]{40}"),
    ("sntry", r"sntryu_[0-9a-f]{64}|sntrys_eyJ[A-Za-z0-9_=+/-]{40,600}+"),  # Sentry
    ("glsa_", r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}"),  # Grafana
    ("glc_", r"glc_eyJ[A-Za-z0-9+/=]{40,600}+"),
    ("lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),  # LangSmith
    # clouds, networks, databases
    ("absk", r"ABSK[A-Za-z0-9+/]{100,140}+={0,2}"),  # AWS Bedrock
    ("8q~", r"[A-Za-z0-9_~.]{3}8Q~[A-Za-z0-9_~.-]{31,34}+"),  # Microsoft Entra
    ("gocspx-", rf"GOCSPX-{_ANY}{{28}}"),  # Google sign-in
    ("1//0", rf"1//0{_ANY}{{40,160}}+"),
    ("ltai", r"LTAI[A-Za-z0-9]{16,24}+"),  # Alibaba
    ("akid", r"AKID[A-Za-z0-9]{32}"),  # Tencent
    ("doo_v1_", r"doo_v1_[0-9a-f]{64}"),  # DigitalOcean
    ("dor_v1_", r"dor_v1_[0-9a-f]{64}"),
    ("v1.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,160}+"),  # Cloudflare
    ("hrku-", rf"HRKU-{_ANY}{{36,64}}+"),  # Heroku
    ("nfp_", r"nfp_[A-Za-z0-9]{36,40}+"),  # Netlify
    ("fo1_", rf"fo1_{_ANY}{{43}}"),  # Fly.io
    ("rnd_", r"rnd_[A-Za-z0-9]{28,32}+"),  # Render
    ("tskey-", r"tskey-[a-z]{3,10}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,40}+"),  # Tailscale
    (".atlasv1.", rf"[A-Za-z0-9]{{14}}\.atlasv1\.{_ANY}{{60,70}}+"),  # Terraform Cloud
    ("sbp_", r"sbp_[0-9a-f]{40}"),  # Supabase
    ("sb_secret_", rf"sb_secret_{_ANY}{{20,60}}+"),
    ("pscale_", rf"pscale_(?:pw|tkn|oauth)_{_ANY}{{32,64}}+"),  # PlanetScale
    ("napi_", r"napi_[a-z0-9]{60,70}+"),  # Neon
    ("dp.", r"dp\.(?:ct|st|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}+"),  # Doppler
    ("ops_eyj", rf"ops_eyJ{_ANY}{{100,3000}}+"),  # 1Password
    # models and search
    ("pplx-", r"pplx-[A-Za-z0-9]{48,56}+"),
    ("csk-", r"csk-[a-z0-9]{40,60}+"),
    ("tvly-", rf"tvly-{_ANY}{{28,60}}+"),
    ("pcsk_", r"pcsk_[A-Za-z0-9]{5,10}_[A-Za-z0-9]{50,70}+"),
    ("jina_", rf"jina_{_ANY}{{50,70}}+"),
    ("e2b_", r"e2b_[0-9a-f]{40}"),
    ("apify_api_", r"apify_api_[A-Za-z0-9]{36,40}+"),
    ("sk_", r"sk_[0-9a-f]{48}"),  # ElevenLabs
    # money, mail, messages, office
    ("whsec_", r"whsec_[A-Za-z0-9+/=]{24,120}+"),  # Stripe's and others' webhooks
    ("sq0", rf"sq0(?:atp-{_ANY}{{22}}|csp-{_ANY}{{43}})"),  # Square
    ("rzp_", r"rzp_(?:live|test)_[A-Za-z0-9]{14}"),  # Razorpay
    ("access-", r"access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),  # Plaid
    ("key-", r"key-[0-9a-f]{32}"),  # Mailgun
    *((f"-us{n}", rf"[0-9a-f]{{32}}-us{n}\d?") for n in range(1, 10)),  # Mailchimp
    ("xkeysib-", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),  # Brevo
    ("sk", r"SK[0-9a-f]{32}"),  # Twilio
    (":aa", rf"\d{{8,10}}:AA{_ANY}{{33}}"),  # Telegram
    ("eaa", r"EAA[A-Za-z0-9]{80,250}+"),  # Meta
    ("sl.", rf"sl\.(?:u\.)?{_ANY}{{120,1400}}+"),  # Dropbox
    ("sk.eyj", rf"sk\.eyJ{_ANY}{{40,200}}+\.{_ANY}{{20,30}}+"),  # Mapbox
    ("pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),  # Airtable
    ("tfp_", rf"tfp_{_ANY}{{40,64}}+"),  # Typeform
    ("cfpat-", rf"CFPAT-{_ANY}{{43}}"),  # Contentful
    ("lin_oauth_", r"lin_oauth_[A-Za-z0-9]{32,70}+"),  # Linear
    ("pnu_", r"pnu_[A-Za-z0-9]{36}"),  # Prefect
)
