"""A plan told as done by the tense of the verb, in German, French and Spanish."""

from __future__ import annotations

import pytest

from .helpers import Text, refused


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        (["Die Rechnungen werden am Montag verschickt."], "Die Rechnungen sind am Montag verschickt worden."),
        (["Der Zähler soll nächste Woche getauscht werden."], "Der Zähler wurde getauscht."),
        (["Les sauvegardes seront transférées demain."], "Les sauvegardes ont été transférées."),
        (["Le contrat doit être signé par le notaire."], "Le contrat a été signé par le notaire."),
        (["Las cajas se enviarán el viernes."], "Las cajas se enviaron el viernes."),
        (["Se va a cambiar la bomba del pozo."], "Se ha cambiado la bomba del pozo."),
        (["Wir werden die Fenster im Mai streichen."], "Die Fenster wurden im Mai gestrichen."),
        (["Die Kisten, 40 Stück, werden erst am Montag verladen; der Wagen ist bestellt."], "Die Kisten (40 Stück) sind am Montag verladen worden."),
    ],
)  # fmt: skip
def test_the_fault_is_refused(children: list[Text], fault: str) -> None:
    assert {"status_changed"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (["Die Rechnungen werden am Montag verschickt."], "Die Rechnungen sollen am Montag verschickt werden."),
        (["Die Rechnungen werden am Montag verschickt.", "Dienstag: die Rechnungen sind verschickt."], "Die Rechnungen wurden am Montag verschickt."),
        (["Die Rechnungen werden am Montag verschickt."], "Die Rechnungen sind noch nicht verschickt worden."),
        (["Les sauvegardes d'avril ont été transférées; celles de mai seront transférées demain."], "Les sauvegardes d'avril ont été transférées."),
        (["Las cajas se enviarán el viernes.", "Viernes: cajas enviadas."], "Las cajas se enviaron el viernes."),
        (["Le contrat doit être signé par le notaire."], "Le contrat sera signé par le notaire."),
        (["Beim Export werden die Bilder verkleinert."], "Die Bilder werden beim Export verkleinert."),
        (["encomenda 71: armazém Faro -> retida, falta a fatura"], "A 71 está retida em Faro à espera da fatura."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []
