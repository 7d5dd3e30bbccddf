"""How people, agents and tools say things that a successor must know: the sentences that the bench plants.

Data only. `PHRASES[kind]` holds (role, text). `{slot}` is filled by `planted.py` with a value that occurs nowhere
else in the session; what stands between « and » is a needle: it has to be readable after compaction, together with
the other needles of its phrase. Roles: `user`, `assistant`,
`error` (output of a failed tool call).

Written from design.md 3.4 ("Owed") alone, without looking at leadline's extractor, and never adjusted to it: a phrase that the
extractor does not know is what this bench is for. Nothing here is ever superseded later in a session.
"""

from __future__ import annotations

__all__ = ["CONFLICT_PAIRS", "LEAD_INS", "PHRASES"]

PHRASES: dict[str, tuple[tuple[str, str], ...]] = {
    # what a user demands
    "demand": (
        ("user", "All new endpoints in «{svc}» «must» return problem+json and carry the header «{header}»."),
        ("user", "I need «{path}» to stay readable by Python 3.8, a customer still runs that."),
        ("user", "Please make sure every write to «{table}» goes through the «{fn}» helper."),
        ("user", "One requirement from legal: rows in «{table}» have to be encrypted with the key «{key}»."),
        ("user", "The export has to land in «{bucket}» «before» «{clock}», otherwise billing runs on stale numbers."),
        ("user", "Can you always run «{cmd}» before you push anything that touches «{svc}»?"),
        ("user", "What I want at the end is a single report in «{doc}», nothing else."),
        ("user", "Use «{branch}» as the base, «not main»."),
        ("user", "Keep the public signature of «{fn}» exactly as it is, three plugins depend on it."),
        ("user", "For this release «{env}» must default to «off» in every environment."),
        ("user", "Everything you log for «{svc}» should go to «{host}», that is where audit reads it."),
        ("user", "It has to be backwards compatible with «{pkg}», that is non-negotiable."),
        ("user", "Bitte sorge dafür, dass «{svc}» «immer» über «{host}» läuft, das hat der Kunde so verlangt."),
        ("user", "Il faut que «{table}» soit exportée vers «{bucket}» avant chaque livraison."),
    ),
    # what a user forbids
    "prohibition": (
        ("user", "«Do not» restart «{host}» while I am away, the replication there is fragile."),
        ("user", "«Never» run migrations against «{table}» from a laptop."),
        ("user", "Don't touch «{path}», it is generated and legal signed off on the current content."),
        ("user", "You may read from «{bucket}» but «must not» delete anything in it."),
        ("user", "Please leave «{fn}» alone. It looks dead but the nightly job calls it by name."),
        ("user", "No force pushes to «{branch}», two other teams build from it."),
        ("user", "Under no circumstances send mail through «{host}» from this session, those are real customers."),
        ("user", "Stay «off {svc}» until the audit is over."),
        ("user", "I don't want «{env}» to be set anywhere outside of staging."),
        ("user", "We are «not allowed» to store the column «{column}» in plain text."),
        ("user", "And «don't» bump «{pkg}», the next minor breaks our licence check."),
        ("user", "Whatever happens, «{table}» must «never» be truncated, there is no backup of it."),
        ("user", "Auf «{host}» darf «nichts» installiert werden, das Wartungsfenster ist vorbei."),
        ("user", "Ne modifie «jamais» «{path}» à la main, il est signé."),
    ),
    # what is decided or approved, and by whom
    "decision": (
        ("user", "OK, let's go with option B: «{svc}» keeps its own queue and «{table}» is read-only."),
        ("user", "Approved. You can «deploy» «{sha}» to production after «{clock}»."),
        ("user", "Yes, «{person}» and I agreed to drop support for «{pkg}»."),
        ("user", "I thought about it: we use «{host}» as the primary, the other one becomes the replica."),
        ("user", "Fine with me, merge «{pr}» without waiting for the second review."),
        ("user", "Decision from the call with «{person}»: «{table}» will be partitioned by «{column}»."),
        ("assistant", "We decided to keep «{env}» as the only switch and remove the «per-tenant override»."),
        ("assistant", "As agreed with «{person}», «{fn}» stays synchronous; the async variant was «rejected»."),
        ("assistant", "I chose «{pkg}» over the alternatives because it is the only one with a stable ABI."),
        ("assistant", "Following your approval I will use «{bucket}» as the archive target for «{svc}»."),
        ("assistant", "Design settled: the lock for «{table}» is taken in «{fn}», not in the caller."),
        ("assistant", "«{person}» signed off on the plan to move «{svc}» behind «{host}»."),
        ("assistant", "Entscheidung: Wir behalten «{table}» und schreiben «nur noch» über «{fn}»."),
        ("user", "D'accord, on garde «{branch}» comme base et «{person}» valide la livraison."),
    ),
    # what failed, and with which code; nothing later says that it was fixed
    "error": (
        (
            "error",
            "rsync: write failed on «{dump}»: No space left on device\nrsync error: error in file IO («code {exit}») at «{host}»",
        ),
        ("error", "FATAL: connection to «{host}» refused («{code}»)"),
        ("error", "FAILED tests/test_{word}.py::«{test}» - AssertionError: expected «{n}», got «{n2}»"),
        ("error", "psycopg.errors.«{exc}»: relation «{table}» is locked by another session"),
        ("error", "npm ERR! code «{code}»\nnpm ERR! while resolving «{pkg}»"),
        ("error", "«{fn}»: process exited with status «{exit}»"),
        (
            "error",
            'Traceback (most recent call last):\n  File "«{module}»", line {few}, in run\n«{exc}»: upstream said no',
        ),
        ("assistant", "The deploy of «{svc}» «failed» with «{code}»; I have not found the reason yet."),
        ("assistant", "«{fn}» still crashes with «{exc}» when the input is empty."),
        ("assistant", "The smoke test against «{host}» returned «HTTP {http}», and it does so on every attempt."),
        (
            "assistant",
            "The nightly import into «{table}» aborted with error «{code}» and left half of the rows behind.",
        ),
        ("user", "For your information, «{svc}» went down again last night, the pager said «{code}»."),
        ("user", "When I call «{fn}» on my machine I get «{exc}», every single time."),
        ("assistant", "Der Lauf «{run}» ist mit «{code}» fehlgeschlagen, die Ursache ist noch offen."),
        ("assistant", "La synchronisation de «{table}» a échoué avec le code «{code}»."),
    ),
    # thresholds, limits and budgets that were set
    "threshold": (
        ("user", "The p95 of «{svc}» has to stay «below {ms}»."),
        ("user", "We have a budget of «{money}» for «{svc}», not more."),
        ("user", "«At most {n}» rows per batch when you write to «{table}»."),
        ("user", "Abort «{run}» if more than «{pct}» of the records are rejected."),
        ("user", "Memory of «{svc}» is capped at «{gb}», the pod gets killed above that."),
        ("user", "Set the timeout of «{fn}» to «{ms}» and leave it there."),
        ("assistant", "Rate limit for «{host}» is now «{few} requests per minute», as you asked."),
        ("assistant", "I set the retry budget of «{svc}» to «{few}» attempts with a ceiling of «{ms}»."),
        ("assistant", "Alerting for «{table}» fires when the lag is above «{secs}»."),
        ("assistant", "The agreed coverage floor for «{module}» is «{pct}»."),
        ("user", "«{svc}» gets «no more than {few}» connections in the pool, the database cannot take more."),
        ("user", "The upload limit on «{host}» should be «{mb}» per file."),
        ("user", "Die Antwortzeit von «{svc}» darf «{ms}» nicht überschreiten."),
        ("user", "Le budget pour «{svc}» est limité à «{money}» par mois."),
    ),
    # the final state of a thing: done, planned, partial, shelved, failed
    "status": (
        ("assistant", "The backfill of «{table}» is «incomplete»: only «{ratio}» partitions are in."),
        ("assistant", "«{svc}» is «deployed and verified» on «{host}»."),
        ("assistant", "The migration of «{table}» is «not finished», the last step is still to run."),
        ("assistant", "We «shelved» the rewrite of «{fn}» for now."),
        ("assistant", "«{pr}» is «merged», the branch is deleted."),
        ("assistant", "Moving «{svc}» to «{host}» is «planned» for «{date}», nothing has been done yet."),
        ("assistant", "The rename of «{column}» is «partially» done: the readers are converted, the writers are not."),
        ("assistant", "The attempt to upgrade «{pkg}» «failed» and was rolled back."),
        ("assistant", "«{path}» is «written but untested»."),
        ("assistant", "The rollout of «{env}» is «paused» at «{pct}» of the fleet."),
        ("assistant", "«{test}» passes now, but «{test2}» is «still red»."),
        ("assistant", "Status of «{ticket}»: «blocked», waiting for credentials."),
        ("assistant", "Die Umstellung von «{svc}» ist «nur teilweise» erledigt, «{ratio}» Mandanten fehlen noch."),
        ("assistant", "La reprise de «{table}» est «en pause» depuis «{date}»."),
    ),
    # open items
    "open": (
        ("assistant", "Still open: rotate the certificate on «{host}»."),
        ("assistant", "TODO before release: add an index on «{column}» in «{table}»."),
        ("assistant", "What remains is to wire «{fn}» into the scheduler."),
        ("assistant", "I have «not yet» checked whether «{svc}» survives a restart."),
        ("assistant", "Whoever picks this up still has to rerun «{run}» with the corrected input."),
        ("assistant", "Follow-up «{ticket}»: the cache in «{module}» is never invalidated."),
        ("user", "We still need an answer from «{person}» on who owns «{svc}»."),
        ("user", "Remind me later that «{bucket}» has no lifecycle rule."),
        ("user", "I'll get back to you about «{table}», finance has not answered."),
        ("assistant", "Left undone: the docs for «{env}» do not exist."),
        ("assistant", "Question to you: should «{pkg}» be pinned or not? I have left it floating until you answer."),
        ("user", "Once this is done we also have to clean up «{branch}», please keep that on the list."),
        ("assistant", "Offen ist noch die Freigabe von «{ticket}» durch «{person}»."),
        ("assistant", "Il reste à vérifier la sauvegarde de «{table}» sur «{host}»."),
    ),
    # two sources that disagree, and nobody has settled it
    "conflict": (
        (
            "assistant",
            "The runbook gives «{port}» as the port of «{svc}», the manifest gives «{port2}»; I could not tell which one is right.",
        ),
        (
            "assistant",
            "«{person}» says «{table}» is «archived nightly», but the scheduler log shows «no job» for it at all.",
        ),
        ("assistant", "Two values for the timeout of «{fn}»: «{ms}» in the code and «{ms2}» in «{conf}»."),
        ("assistant", "The ticket says «{svc}» runs version «{ver}», the host itself reports «{ver2}»."),
        (
            "assistant",
            "There is a contradiction about «{host}»: the inventory lists it as «retired», monitoring still gets «{n}» requests a minute from it.",
        ),
        (
            "user",
            "«{person}» told me the quota of «{bucket}» is «{gb}», the console shows «{gb2}», so somebody is wrong.",
        ),
        ("assistant", "According to the dashboard «{pct}» of calls to «{svc}» fail; the access log gives «{pct2}»."),
        ("assistant", "The README names «{pkg}» as the minimum, setup.cfg wants «{ver}»; unresolved."),
        ("assistant", "Row counts of «{table}» disagree: «{n}» on the primary, «{n2}» on the replica."),
        (
            "user",
            "Ops claims «{run} succeeded», yet the customer «never got the file», and I don't know whom to believe.",
        ),
        (
            "assistant",
            "The schema declares «{column}» as «nullable» whereas the validator in «{module}» «rejects» nulls.",
        ),
        (
            "assistant",
            "«{date}» is the cut-over date in the plan, «{date2}» in the mail from «{person}», and nobody has confirmed either for «{svc}».",
        ),
        ("assistant", "Widerspruch bei «{svc}»: laut Handbuch Port «{port}», laut Konfiguration Port «{port2}»."),
        ("assistant", "Le contrat indique «{money}» pour «{svc}», la facture indique «{money2}»."),
    ),
    # identifiers that decisions, errors and open items use
    "identifier": (
        ("assistant", "If we have to roll back, the snapshot to restore is «{snap}»."),
        ("assistant", "The failing request is «{req}», support wants it quoted in the ticket."),
        ("user", "The account that complained is «{acct}», please use that one to reproduce."),
        ("assistant", "The regression came in with commit «{sha}», so that is the one to revert."),
        ("user", "Use the staging box «{host}» for everything that is destructive."),
        ("assistant", "The fix lives on «{branch}» and is waiting for review."),
        ("assistant", "The run that we compare against from now on is «{run}»."),
        ("user", "Ticket for this whole thing is «{ticket}», refer to it in the commit message."),
        ("assistant", "The switch that turns the new path on is «{env}»; it is off until you say otherwise."),
        ("assistant", "The lock that blocks us is held by session «{pid}» on «{host}»."),
        ("assistant", "The broken artefact is «{pkg}», everything before it is fine."),
        ("user", "The customer's endpoint is «{url}», that is the one that times out."),
        ("assistant", "Zum Zurückrollen brauchen wir den Stand «{sha}» auf «{branch}»."),
        ("assistant", "Le compte concerné par la panne est «{acct}»."),
    ),
    # numbers that a conclusion rests on
    "number": (
        ("assistant", "«{svc}» went from «{ms}» to «{ms2}» with the new index, so we keep it."),
        ("assistant", "Only «{ratio}» samples in «{path}» were usable, which is why the model was not retrained."),
        ("assistant", "«{table}» grows by «{gb}» a day, so the disk is full in about two weeks."),
        ("assistant", "The query on «{table}» reads «{n}» pages; that explains the slowness."),
        ("assistant", "Since «{pct}» of the traffic of «{svc}» is bots, scaling up will not help."),
        ("assistant", "«{fn}» allocates «{mb}» per call, hence the out-of-memory kills."),
        ("assistant", "With «{n}» open handles in «{svc}» after an hour, this is a leak and not load."),
        ("user", "We measured «{n}» timeouts on «{host}» last week, that is why I am asking for this."),
        ("assistant", "The bill for «{bucket}» is «{money}» a month, which settles that we delete the old exports."),
        (
            "assistant",
            "Bisecting shows that «{test}» takes «{secs}» instead of «{secs2}», therefore the cache is the culprit.",
        ),
        ("assistant", "Out of «{n}» tenants on «{host}» just «{n2}» use the old API, so we can remove it."),
        ("assistant", "Error rate of «{svc}» was «{pct}» before and «{pct2}» after, so the patch is effective."),
        ("assistant", "«{svc}» braucht «{gb}» statt «{gb2}», deshalb reicht die kleine Instanz."),
        ("assistant", "«{table}» contient «{n}» doublons, donc la contrainte ne peut pas être ajoutée."),
    ),
    # hedges of what matters
    "hedge": (
        ("assistant", "The outage of «{svc}» was «probably» caused by the certificate, but I could not verify it."),
        ("assistant", "I «suspect» that «{fn}» leaks the handle; there is no proof yet."),
        ("assistant", "It «looks like» «{host}» drops packets, though that may be the tunnel."),
        ("assistant", "«{pkg}» «might» be the reason for the slow start."),
        ("assistant", "«Assuming» the numbers in «{table}» are right, we lose «{n}» orders a day."),
        ("user", "I'm «not sure» «{person}» is really the owner of «{svc}», better ask before you page anybody."),
        ("assistant", "My «guess» is that «{path}» is read before it is written, on a cold cache only."),
        ("assistant", "«Roughly» «{n}» rows of «{table}» are affected; this is an estimate from a sample."),
        ("assistant", "The fix for «{ticket}» «should» hold, but it was tested on one machine only."),
        ("assistant", "It is «unclear» whether «{env}» has any effect in production."),
        ("user", "«Maybe» «{bucket}» is still used by the old app, I honestly don't remember."),
        ("assistant", "There is «some evidence» that «{run}» was started twice."),
        ("assistant", "«Vermutlich» liegt der Fehler von «{svc}» am Zertifikat, bestätigt ist das nicht."),
        ("assistant", "«{host}» est «peut-être» à l'origine des lenteurs, rien ne le prouve encore."),
    ),
    # who said it
    "attribution": (
        ("assistant", "According to «{person}», «{table}» was restored by hand in spring."),
        ("assistant", "«{person}» from the platform team says that «{host}» will be switched off on «{date}»."),
        ("user", "«{person}» claims that «{svc}» was never load-tested."),
        ("assistant", "Per the vendor's answer in «{ticket}», «{code}» means that the licence has expired."),
        ("assistant", "The postmortem by «{person}» names «{fn}» as the trigger."),
        ("user", "Security («{person}») told us that «{env}» leaks into the logs."),
        ("assistant", "«{person}» reported that customers see «{code}» since the last release."),
        ("assistant", "As «{person}» put it in «{ticket}», the data in «{bucket}» is not trustworthy."),
        ("user", "I have it from «{person}» that «{pkg}» is going to be abandoned."),
        ("assistant", "The comment in «{module}» attributes the workaround to «{person}»."),
        ("assistant", "The maintainers of «{pkg}» wrote that the crash in «{fn}» is by design."),
        ("user", "Finance, that is «{person}», insists that «{table}» is the system of record."),
        ("assistant", "Laut «{person}» läuft «{svc}» seit dem Umzug auf «{host}»."),
        ("assistant", "Selon «{person}», «{table}» n'est plus alimentée depuis «{date}»."),
    ),
}

# the same disagreement, told in two places: both sides are planted, the second a few messages after the first
CONFLICT_PAIRS: tuple[tuple[tuple[str, str], tuple[str, str]], ...] = (
    (
        ("assistant", "The manifest sets the port of «{svc}» to «{port}»."),
        ("user", "According to «{person}» the port of «{svc}» is «{port2}»."),
    ),
    (
        ("user", "The contract says that «{svc}» may cost «{money}» a month."),
        ("assistant", "The invoice charges «{money2}» a month for «{svc}», which is not what the contract says."),
    ),
    (
        ("assistant", "On the primary «{table}» has «{n}» rows."),
        ("assistant", "The replica counts «{n2}» rows in «{table}», so primary and replica do not agree."),
    ),
    (
        ("assistant", "The code in «{fn}» uses a timeout of «{ms}»."),
        ("assistant", "The documentation claims «{ms2}» as the timeout of «{fn}»; one of the two is wrong."),
    ),
    (
        ("user", "«{person}» insists that «{run}» went through."),
        ("assistant", "The log of «{run}» ends without a success line, so it did «not complete» as far as I can see."),
    ),
    (
        ("assistant", "The inventory lists «{host}» as «retired»."),
        (
            "assistant",
            "Monitoring still counts «{n}» requests a minute on «{host}», although the inventory says otherwise.",
        ),
    ),
)

# how the same sentence begins when it is said in passing; the rest of it follows in lower case
LEAD_INS: dict[str, tuple[str, ...]] = {
    "user": ("Oh, and ", "One more thing: ", "Before I forget: ", "PS: ", "btw, ", "Just so you know, ", "ok so "),
    "assistant": ("To be clear: ", "For the record, ", "Side note: ", "**Note:** ", "Update: ", "Also, ", "In short: "),
}
