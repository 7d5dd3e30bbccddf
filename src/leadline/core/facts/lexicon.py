"""Closed classes and cue words: what makes a sentence a demand, a decision, a status, a doubt, and with which force.

English first; values in any language, cues in small German, French, Spanish, Japanese and Chinese lists. Cues name *kinds
of speech*, never topics. Every pattern expects lower-case text (`lower_case`). Data only; the reading of it is in `clauses.py` and `force.py`.
"""

from __future__ import annotations

from leadline.core.text.gates import Gated, gated

__all__ = [
    "APPROVE", "ATTRIBUTE", "CHATTER", "CONFLICT", "CONSTRAIN", "CONSTRAIN_STRONG", "DECIDE", "DONE", "FAILED", "FINDING", "GOAL", "HEDGE",
    "IMPERATIVE", "NEGATION", "OPEN", "PARTIAL", "PLANNED", "QUESTION", "SHELVED", "STATUS_STEMS", "STRONG_STATE", "SUPERSEDES", "UNVERIFIED", "VAGUE",
]  # fmt: skip


def _cue(*parts: str) -> Gated:
    """A cue to be searched in LOWER-CASE text: three times faster than ignoring case, and gated by its words."""
    return gated(*parts)


STATUS_STEMS = frozenset(
    ("fail", "error", "done", "complet", "incomplet", "finish", "fix", "pass", "work", "success", "successful", "now", "still", "pend", "open", "todo", "remain",
     "outstand", "wait", "not", "yet", "plan", "next", "partial", "resolv", "broken", "issu", "problem", "add", "updat", "chang")
)  # fmt: skip
# stems that tell the state of a thing, not which thing it is

NEGATION = _cue(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|can't|don't|doesn't|didn't|won't|wasn't|weren't|isn't|aren't|hasn't|haven't|hadn't|"
    r"couldn't|shouldn't|wouldn't|mustn't|must'nt|nicht|kein\w{0,2}|nie|niemals|ohne|ne|pas|jamais|aucun\w?|sans|nunca|ningún|ninguna?|sin|jamás)\b",
    r"\bn't\b",
    r"ない|ません|ず(?:に)?|禁止|不|没有?|未|勿|别",
)

CONSTRAIN_STRONG = _cue(
    r"\b(?:must(?: not|n't)?|never|do not|don't|may not|shall(?: not)?|mustn't|under no circumstances|forbidden|prohibited|not allowed|only (?:if|when|after|with|by|on|in|for|use|the)|"
    r"make sure|ensure|at all times|without (?:my|our|the|asking|first|a|any)|has to stay|have to stay|must stay|leave .{1,60}(?:alone|untouched|as (?:it|they) (?:is|are)|unchanged)|"
    r"keep .{1,60}(?:as (?:it|they) (?:is|are)|untouched|unchanged|out|at|under|below|within)|not .{0,40}(?:until|unless|before)|hands off|off[ -]limits|nothing (?:may|must|shall|leaves?|goes)|no ?(?:one|body) (?:may|must|shall)|no (?:changes?|touching|force|new|more than|later than)|stop using|avoid|"
    r"required to|it is required|mandatory|at most|at least|no more than|not more than|not exceed|up to|maximum|minimum|limit(?:ed)? (?:is|of|to|concurrency)|deadline|by (?:monday|tuesday|wednesday|thursday|friday|end of))\b",
    r"\b(?:auf keinen fall|niemals|darf(?:st)? (?:nicht|kein|nur|erst)|dürfen (?:nicht|kein|nur|erst)|muss|müssen|nicht (?:anfassen|ändern|löschen|verändern)|höchstens|mindestens|bitte nicht|nur (?:wenn|mit|nach))\b",
    r"\b(?:ne .{1,40} (?:pas|jamais)|il (?:faut|ne faut)|doit|doivent|interdit|obligatoire|seulement (?:si|après)|au plus|au moins)\b",
    r"\b(?:nunca|no (?:debe|toques?|toque|cambies?|borres?|modifi\w+)|debe(?:n|s)?|tiene que|prohibido|solo (?:si|cuando|después)|como máximo|al menos)\b",
    r"なければなりません|てはいけ|しないで|必ず|禁止|までに|以内|必须|不得|不要|禁止|务必|不能|只能|最多|至少",
)
CONSTRAIN = _cue(
    CONSTRAIN_STRONG.pattern,
    r"\b(?:should(?: not|n't)?|shouldn't|always|cannot|can't|can only|only|need(?:s)? to|have to|has to|unless|until|before|instead of|required?|prefer|keep|deny|if and only if|"
    r"no [a-z-]+ (?:may|should|is|are)|stays?|remain|is fixed|are fixed|not (?:touch|change|delete|modify|use|commit|push|add|remove|include|mention|want)|sollte|sollen|bitte|nur|immer|kein\w{0,2}|"
    r"toujours|il ne|devrait|siempre|debería|solo|sólo)\b",
    r"べき|ください|应该|请|一定",
)

APPROVE = _cue(
    r"^\W*(?:yes|yep|yeah|ok|okay|sure|go ahead|do it|proceed|approved?|agreed|confirmed?|sounds good|looks good|lgtm|ship it|perfect|correct|right|exactly|fine|no|nope|stop|cancel|ja|oui|sí|si|はい|好的?|可以)\b",
    r"\b(?:i (?:approve|agree|confirm)|go ahead|go with|approved|signed off|you may(?! (?:not |also |still |well |already )?(?:assume|expect|notice|see|find|want|need|have|know|remember|recall|ask|wonder|think|get|be|say)\b)|you can go|freigegeben|genehmigt|einverstanden|d'accord|approuvé|aprobado|de acuerdo)\b|承認|同意|批准",
)
DECIDE = _cue(
    r"\b(?:decided|decision|we(?:'ll| will| shall)? (?:use|go|keep|stay|take|drop)|let'?s|i(?:'ll|’ll| will) (?:not )?(?:use|keep|leave|go with|stick|take|skip|treat|drop|prefer)|chos(?:e|en)|choose|going with|go with|went with|opted?|agreed|approved|signed off|settled on|picked|"
    r"switch(?:ed|ing)? (?:to|from)|will not|won't|rather than|in favou?r of|i(?:'d| would)? (?:want|prefer|like)|prefer|rejected|ruled out|overruled|"
    r"entschieden|beschlossen|entscheidung|wir nehmen|décidé|décision|choisi|decidido|decidió|decisión|elegido)\b",
    r"決定|決め|决定|选择|采用",
)

DONE = _cue(
    r"\b(?:done|complete[sd]?|completed|finished|fixed|fixes|added|adds|removed|removes|updated|implemented|created|renamed|moved|deployed|merged|pushed|committed|pass(?:es|ed|ing)?|works?|working|"
    r"resolved|resolves|verified|confirmed|shipped|released|migrated|reverted|restored|deleted|installed|enabled|disabled|succeed(?:s|ed)?|success(?:ful|fully)?|green|extended|refactored|extracted|"
    r"replaced|rewrote|written|wrote|built|closed|signed|sent|submitted|published|applied|changed|changes|ready|refunded|processed|booked|cancelled|now (?:has|have|is|are|uses?|shows?|returns?|works?|supports?)|already|"
    r"(?:is|are|was|were|has been|have been) [a-z]{3,14}ed|erledigt|fertig|behoben|abgeschlossen|erfolgreich|läuft|terminé|corrigé|réussi|fait|ajouté|terminado|corregido|listo|completado|hecho)\b",
    r"✅|✓|☑|\[x\]|完了|済み?|成功|完成|已",
)
STRONG_STATE = _cue(
    r"\b(?:done|completed?|finished|fixed|added|removed|updated|implemented|created|renamed|moved|deployed|merged|pushed|committed|tests? pass(?:es|ed)?|pass(?:es|ed|ing)|resolved|verified|shipped|released|migrated|reverted|"
    r"restored|deleted|installed|enabled|disabled|succeeded|successfully|refactored|extracted|replaced|rewrote|sent|submitted|published|refunded|processed|booked|cancelled|fail(?:s|ed|ing|ure|ures)?|crash(?:es|ed)?|timed out|"
    r"could not|couldn't|unable|blocked|rejected|refused|denied|aborted|broken|erledigt|fertig|behoben|abgeschlossen|fehlgeschlagen|gescheitert|terminé|corrigé|échoué|terminado|corregido|completado|falló)\b",
    r"✅|✓|☑|❌|✗|\[x\]|完了|成功|失敗|完成|失败|已",
)
FAILED = _cue(
    r"\b(?:fail(?:s|ed|ing|ure|ures)?|broken|breaks?|crash(?:es|ed)?|errors?|blocked|rejected|refused|denied|timed out|tim(?:es|ing) out|timeout|abort(?:ed)?|could not|couldn't|unable|cannot|can't|"
    r"(?:does|did|do) ?(?:not|n't) (?:work|pass|help|fix|compile|start|match|build)|unsuccessful|corrupt(?:ed)?|bug|wrong|regress(?:ed|ion)|stuck|hangs?|leaks?|unreachable|fehlgeschlagen|gescheitert|"
    r"fehler|kaputt|échoué|erreur|falló|fallido|error)\b",
    r"❌|✗|失敗|エラー|失败|错误",
)
PARTIAL = _cue(
    r"\b(?:partial(?:ly)?|incomplete|half(?:way)?|in[ _-]progress|so far|still running|not all|except|only \d|\d+ (?:of|out of) \d+|some of|mostly|unfinished|remaining|teilweise|unvollständig|en cours|partiel\w*|parcial\w*|incompleto)\b",
    r"途中|部分|一部",
)
PLANNED = _cue(
    r"\b(?:will|going to|plan(?:s|ned|ning)?|next|to ?do|pending|scheduled|outstanding|yet to|not yet|awaiting|waiting|proposed?|propose|about to|then i|i'll|i’ll|we'll|intend|upcoming|should (?:then|be)|"
    r"geplant|steht aus|noch nicht|ausstehend|prévu|à faire|pas encore|pendiente|previsto|todavía no|aún no)\b",
    r"予定|未着手|まだ|计划|待|尚未",
)
SHELVED = _cue(
    r"\b(?:shelved|postponed|deferred|abandoned|on hold|parked|dropped|skipped|skip|left (?:alone|untouched|as is|out|unchanged|open)|(?:leave|leaving) (?:it|this|that|them) (?:as (?:is|it is|they are)|for now|out|open|unchanged)|won't fix|out of scope|no longer needed|not needed|wasn't needed|reverted|"
    r"rolled back|superseded|deprecated|zurückgestellt|verschoben|abandonné|reporté|aplazado|abandonado)\b",
    r"保留|中止|延期|搁置|取消",
)
UNVERIFIED = _cue(
    r"\b(?:(?:not|n't|never|without|haven't|hasn't|didn't|did not)(?: \w+){0,2} (?:tested|verif(?:y|ied)|run|ran|checked|confirmed|reviewed|validated|test)|untested|unverified|unchecked|unconfirmed|ungeprüft|nicht getestet|non vérifié|sin verificar)\b",
    r"未確認|未検証|未验证|未测试",
)
OPEN = _cue(
    r"\b(?:to ?do(?! (?:it|this|that|so|the|an?|what|with|any\w*|nothing|some\w*)\b)|fixme|tbd|still (?:needs?|to|has|have|open|missing|need|outstanding|pending|unclear)|remain(?:s|ing)?(?! (?:unchanged|unaffected|untouched|intact|identical|the same|stable|constant|valid|compatible|in (?:place|effect|force|use)|as (?:is|before|it|they)|(?:balance|amount|funds|credit|quota|capacity|space|memory)[*_]{0,3}:)(?!\w))|outstanding|pending|not yet|needs? to be|to be (?:done|decided|determined|confirmed|checked|fixed|tested)|"
    r"(?:can|could|may|should|will|to) (?:\w+ ){1,5}(?:later|in (?:a|the) (?:next|later|follow)\w*)|next steps?|follow[- ]?ups?|unresolved|blocked (?:on|by)|wait(?:ing|s)? (?:for|on)|left to do|open (?:question|item|issue|point)s?|unanswered|unclear|unknown|"
    r"noch (?:offen|nicht|zu)|offen|steht (?:noch )?aus|fehlt noch|reste à|à faire|en attente|pendiente|queda(?:n)? por|falta)\b",
    r"^\W*open:|\[ \]|未定|未対応|残|要確認|待办|待定|尚未|剩余",
)
HEDGE = _cue(
    r"\b(?:may be|may have|may not be|might|could be|could have|probabl[ey]|probably|likely|unlikely|possibl[ey]|perhaps|maybe|seems?|seemed|appears?|appeared|suspect(?:ed|s)?|presumably|unconfirmed|unverified|i think|i believe|"
    r"we think|we believe|not sure|unsure|uncertain|unclear|guess(?:ed)?|assum(?:e|ed|es|ing|ption)|apparently|hypothesis|reportedly|allegedly|preliminary|tentative(?:ly)?|estimated?|roughly|not (?:proven|proof|confirmed)|"
    r"vermutlich|wahrscheinlich|möglicherweise|vielleicht|scheint|könnte|peut-être|probablement|semble|pourrait|quizás?|tal vez|probablemente|parece|podría)\b",
    r"かもしれ|と思われ|らしい|おそらく|多分|可能|也许|似乎|大概",
)
ATTRIBUTE = gated(
    r"\b(?:according to|as \w+(?: \w+)? (?:put|said|told|wrote|reported|claimed)|as (?:reported|stated|claimed|told) by|attribut(?:es|ed) \w+|in the words of|per the (?:docs?|vendor|report|log)|[a-z]+ (?:says?|said|reports?|reported|claims?|claimed|told (?:me|us)|wrote|argues?|insists?|maintains?)(?: that|:|,)?|"
    r"laut|zufolge|selon|d'après|según)\b",
    r"によると|によれば|据|称",
    needs=r"\b(?:according|as|attribut(?:es|ed)|in|per|says?|said|reports?|reported|claims?|claimed|told|wrote|argues?|insists?|maintains?|laut|zufolge|selon|d'après|según)\b|によると|によれば|据|称",
)  # a speaker may be any word, so the texts are told by what stands behind it
CONFLICT = _cue(
    r"\b(?:(?<!to )(?<!you )(?<!may )(?<!can )disagrees?|disagreed|contradict(?:s|ed|ion|ory)?|inconsisten(?:t|cy|cies)|mismatch(?:es|ed)?|discrepanc(?:y|ies)|clash(?:es)?|(?:does|do|did)(?: not|n't) (?:match|agree|add up)|differs? from|two (?:different|conflicting)|"
    r"conflicting (?:values?|reports?|numbers?|statements?|information|evidence)|on the one hand|whereas the|while the (?:docs?|log|report)|disputed|(?:says?|said|shows?|tells?|reports?|claims?|states?) (?:otherwise|differently|the opposite|the contrary)|widerspr\w+|stimm\w+ nicht überein|contredit|contradictoire|no coincide\w?|contradice)\b",
    r"矛盾|食い違|不一致|冲突的",
)
FINDING = _cue(
    r"\b(?:root cause|(?:the|actual|real|main) (?:issue|problem|bug|cause|culprit|reason) (?:is|was|here)|caused by|because of a|turns out|i (?:found|see) (?:the|that the) (?:issue|problem|bug|cause)|found (?:the|it|that)|discovered that|"
    r"ursache|cause racine|causa raíz)\b",
    r"原因",
)
GOAL = _cue(
    r"\b(?:goal|aim|objective|the task|task:|purpose|intent|request(?:ed)?|wants?|asked|needs|ziel|aufgabe|objectif|objetivo|tarea)\b",
    r"目的|目標|目标|任务",
)
SUPERSEDES = _cue(
    r"\b(?:now|instead|replaces?|replaced|after the fix|no longer|superseded|supersedes|corrected|correction|was wrong|is wrong|updated|changed (?:to|from)|raised to|lowered to|reduced to|increased to|moved to|switched to|"
    r"new (?:value|limit|deadline|date|budget)|jetzt|stattdessen|ersetzt|nicht mehr|maintenant|désormais|remplace|ahora|en lugar de|reemplaza|ya no)\b",
    r"今は|代わりに|现在|改为|替换",
)
VAGUE = _cue(
    r"\b(?:an? (?:related|certain|similar|specific|particular|known|unspecified|internal|recent|given|minor|server|network|database|authentication|permission)s? (?:error|issue|problem|failure|code|limit|value|ticket|file|setting|id|number|port|host|version)|"
    r"some (?:error|issue|problem|limit|file|ticket|value|code|number)s?|(?:various|several|certain|some|a few|a number of|multiple|many) \w+|the (?:relevant|affected|appropriate|respective|usual|agreed|configured|given) \w+|"
    r"an? (?:error|issue|problem|failure|exception|limit|threshold|deadline|ticket|code|timeout)|soon|recently|later|a while|the (?:error|issue|ticket|limit|deadline|code))\b",
)
CHATTER = _cue(
    r"^\W*(?:hi|hello|hey|thanks?|thank you|great|nice|cool|awesome|good (?:morning|job|work)|sorry|you're welcome|let me|now let|now i|i'll (?:now|start|check|look|read|run|first|begin|need|examine|search|use)|i will (?:now|start|check)|i'm going to|first,? (?:let|i)|"
    r"here(?:'s| is| are)|is there anything|how can i|if you (?:have|need)|please let me know|would you like me|feel free|happy to|let's (?:see|look|check|start|try|first)|looking at|perfect[.!]?$|excellent|great[.!]|good[.!]|hallo|danke|bonjour|merci|hola|gracias)",
)
QUESTION = gated(r"[?？](?>(?:(?![?？])\W)*)$")
IMPERATIVE = _cue(
    r"^\W*(?:(?:please|pls|now|then|also|and|but|so|first|next|ok|okay|yes|no|great|thanks?),? ){0,3}(?:can (?:you|we)|could (?:you|we)|would you|you should|we should|we need|i need|i want|i'd like|please|"
    r"add|allow|apply|ask|avoid|book|bring|build|bump|cancel|change|check|clean|clear|close|commit|compare|compute|continue|convert|copy|create|cut|debug|define|delete|deploy|describe|disable|document|don't|do|drop|enable|ensure|"
    r"explain|export|extend|extract|fetch|file|find|finish|fix|follow|format|generate|get|give|go|help|hide|hold|implement|improve|include|increase|inline|insert|install|investigate|keep|leave|limit|link|list|load|log|look|make|"
    r"mark|merge|migrate|move|never|notify|open|optimi[sz]e|order|pick|place|plan|port|prepare|print|provide|publish|pull|push|put|read|rebase|record|reduce|refactor|reformat|release|remove|rename|reorder|replace|report|research|reset|"
    r"resolve|restart|restore|return|revert|review|rewrite|rollback|run|save|search|send|set|show|simplify|skip|sort|split|start|stop|store|summari[sz]e|swap|switch|sync|take|tell|test|translate|try|turn|undo|update|upgrade|upload|"
    r"use|validate|verify|wait|watch|work|wrap|write|bitte|füge|ändere|lösche|mach\w?|prüfe|schreib\w?|nimm|lass|ajoute\w?|corrige\w?|supprime\w?|vérifie\w?|añade|agrega|elimina|haz|cambia|corrige)\b",
    r"してください|请",
)
