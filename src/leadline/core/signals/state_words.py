"""Closed classes of words of state: what is done, and what denies it, by what the thing is (a run, a fix, a mailing).

In: nothing. Out: `POSITIVE` (word -> class), `NEGATIVE` (word -> the classes that it denies), and the small words that a
clause is read by: auxiliaries, negations, plans, conditions. English with German, French and Spanish. The words are a
class of the language and not of a workload: synonyms for "it is done" and for "it is not".
"""

from __future__ import annotations

import re

from leadline.core.text.words import word_set

__all__ = [
    "AUX",
    "CONDITION",
    "LIGHT",
    "NEGATION",
    "NEGATIVE",
    "PLAN",
    "POSITIVE",
    "PREPOSITION",
    "SHARE",
    "TRANSITIVE",
]

_POSITIVE = {
    "complete": "complete completed done finished concluded finalized finalised accomplished succeeded succeeds successful"
    " abgeschlossen fertig erledigt beendet fertiggestellt terminé terminée terminés terminées achevé achevée fini finie"
    " completado completada terminado terminada finalizado finalizada acabado acabada concluido concluida",
    "pass": "passed passes pass passing green bestanden réussi réussis réussissent superado superada pasan pasó pasaron",
    "fix": "fixed resolved solved repaired remedied behoben gelöst repariert corrigé corrigée résolu résolue réparé réparée corregido"
    " corregida resuelto resuelta arreglado arreglada",
    "deploy": "deployed released shipped live installed ausgerollt ausgeliefert veröffentlicht déployé déployée publié publiée"
    " desplegado desplegada publicado publicada",
    "send": "sent submitted mailed dispatched filed verschickt versandt gesendet eingereicht abgeschickt envoyé envoyée soumis soumise"
    " enviado enviada presentado presentada",
    "approve": "approved granted accepted confirmed signed genehmigt bewilligt bestätigt approuvé approuvée accordé accordée confirmé"
    " confirmée aprobado aprobada concedido concedida confirmado confirmada",
    "merge": "merged gemergt zusammengeführt fusionné fusionnée fusionado fusionada",
    "close": "closed geschlossen clos close_fr fermé fermée cerrado cerrada",
    "pay": "paid settled bezahlt beglichen payé payée réglé pagado pagada",
}
_NEGATIVE: dict[str, str] = {  # words -> classes that they deny
    "incomplete unfinished partial partially halfway ongoing underway unvollständig unfertig incomplet incomplète inachevé inachevée"
    " partiel partielle incompleto incompleta parcial inacabado inacabada": "complete deploy fix",
    "outstanding unstarted planned stalled postponed deferred aborted interrupted cancelled canceled paused ausstehend geplant"
    " verschoben abgebrochen unterbrochen prévu prévue reporté reportée interrompu interrompue planificado planificada aplazado aplazada"
    " interrumpido interrumpida pendiente pendientes": "complete pass fix deploy send approve merge close pay",
    "pending blocked waiting stuck blockiert bloqué bloquée bloqueado bloqueada": "complete pass deploy approve merge close",
    "failed fails failing fail fehlgeschlagen gescheitert échoué échouée échouent échoue fallido fallida falló fallan fallaron"
    " unsuccessful": "complete pass deploy send merge",
    "broken red kaputt": "pass fix",
    "unfixed unresolved unsolved ungelöst": "fix close",
    "prepared staged undeployed unreleased": "deploy",
    "drafted draft unsent vorbereitet": "send",
    "rejected denied declined refused unapproved requested abgelehnt refusé refusée rejeté rejetée rechazado rechazada denegado"
    " denegada": "approve merge",
    "unmerged": "merge",
    "reopened": "close fix",
    "unpaid overdue unbezahlt impayé impayée impagado impagada": "pay",
}  # fmt: skip

POSITIVE: dict[str, str] = {word: kind for kind, words in _POSITIVE.items() for word in words.split()}
NEGATIVE: dict[str, frozenset[str]] = {
    w: frozenset(kinds.split()) for words, kinds in _NEGATIVE.items() for w in words.split()
}
TRANSITIVE = frozenset(w for k in ("complete", "fix", "deploy", "send", "approve", "merge", "close", "pay") for w in _POSITIVE[k].split()
                       if w.endswith("ed") or w in ("sent", "paid"))  # fmt: skip

AUX = word_set(
    "is are was were be been being has have had got gets stays stayed remains remained remain 's isn't "
    "aren't wasn't weren't hasn't haven't hadn't ist sind war waren wurde wurden worden hat haben bleibt "
    "blieb est sont était étaient été a ont reste restent es está están fue fueron ha han sido queda "
    "quedan sigue siguen estaba"
)
NEGATION = word_set(
    "not never no none nothing neither nor n't cannot isn't aren't wasn't weren't hasn't haven't hadn't "
    "didn't doesn't don't won't nobody nicht kein keine keiner keines nie noch_nicht ne n pas jamais "
    "aucun aucune nunca ni ningún ninguna longer barely hardly almost nearly fast "
    "presque casi"
)
PLAN = word_set(
    "to will would shall should must may might can could needs need expected going plan plans planned "
    "want wants soll sollen muss müssen wird werden kann können doit doivent sera seront peut va vont "
    "debe deben será serán puede pueden va likely probably tomorrow next soon"
)
CONDITION = word_set(
    "once when whenever if unless until till before after while whether as since because so that wenn sobald "
    "falls bis bevor nachdem ob quand lorsque si dès avant après jusqu cuando hasta antes después "
    "mientras que"
)
PREPOSITION = word_set(
    "of for in on at to from with by into over under via per through against von vom für im in auf bei zu "
    "zum zur mit der des de du des d pour dans sur avec del para en por con sobre"
)
LIGHT = word_set(
    "table tabelle tabla status state now today currently already successfully fully completely finally "
    "also still yet whole entire all every task work job process result erfolgreich vollständig jetzt "
    "bereits schon noch inzwischen entièrement déjà encore maintenant completamente ya aún todavía con "
    "éxito succès everything well therefore then thus again anyway however meanwhile overall so far ok "
    "yes statut estado stand"
)
SHARE = re.compile(
    r"\b(?:\d+|one|two|three|four|five|some|most|many|few|half|several|part|any|each|half|einige|certains|algunos)\s*(?:/|of\b|out of\b|von\b|sur\b|de\b)|\b(?:some|most|many|few|half|several|partly|partially|either)\b",
    re.I,
)
