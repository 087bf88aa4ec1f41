"""The addresses of the audit pages."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from audit_ui.views.access_log import access_log
from audit_ui.views.erasure_receipts import erasure_receipt, erasure_receipt_json, verify_erasure
from audit_ui.views.erasures import (
    ask_erasure,
    choose_erasure,
    decide_erasure,
    erasure,
    erasures,
    link_erasure,
    withdraw_erasure,
)
from audit_ui.views.explain import explain
from audit_ui.views.exports import export, exports
from audit_ui.views.glossary import glossary
from audit_ui.views.holds import ask_release, decide_release, hold, holds, place_hold
from audit_ui.views.index_health import index_health
from audit_ui.views.integrity import download_checkpoints, integrity
from audit_ui.views.messages import message, messages
from audit_ui.views.overview import overview
from audit_ui.views.preferences import set_preferences
from audit_ui.views.retention import (
    ask_retention,
    decide_retention,
    preview_retention,
    retention,
    retention_change,
)
from audit_ui.views.reveals import ask_reveal, decide_reveal, reveal, reveals
from audit_ui.views.runs import run, runs
from audit_ui.views.saved_views import forget_view, save_view
from audit_ui.views.searches import search, searches
from audit_ui.views.sign_in import SignIn

app_name = "audit"

urlpatterns = [
    path("", overview, name="overview"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("preferences/", set_preferences, name="preferences"),
    path("runs/", runs, name="runs"),
    path("runs/<slug:agent>/<str:short>/", run, name="run"),
    path("searches/", searches, name="searches"),
    path("searches/<slug:agent>/<str:short>/", search, name="search"),
    path("messages/", messages, name="messages"),
    path("messages/<slug:agent>/<str:short>/", message, name="message"),
    path("explain/", explain, name="explain"),
    path("names/", reveals, name="reveals"),
    path("names/ask/", ask_reveal, name="ask_reveal"),
    path("names/<int:number>/", reveal, name="reveal"),
    path("names/<int:number>/decide/", decide_reveal, name="decide_reveal"),
    path("retention/", retention, name="retention"),
    path("retention/preview/", preview_retention, name="preview_retention"),
    path("retention/ask/", ask_retention, name="ask_retention"),
    path("retention/changes/<int:number>/", retention_change, name="retention_change"),
    path("retention/changes/<int:number>/decide/", decide_retention, name="decide_retention"),
    path("holds/", holds, name="holds"),
    path("holds/place/", place_hold, name="place_hold"),
    path("holds/<int:number>/", hold, name="hold"),
    path("holds/<int:number>/release/", ask_release, name="ask_release"),
    path("holds/<int:number>/decide/", decide_release, name="decide_release"),
    path("erasures/", erasures, name="erasures"),
    path("erasures/ask/", ask_erasure, name="ask_erasure"),
    path("erasures/<slug:agent>/<str:short>/", erasure, name="erasure"),
    path("erasures/<slug:agent>/<str:short>/linked/", link_erasure, name="link_erasure"),
    path("erasures/<slug:agent>/<str:short>/choose/", choose_erasure, name="choose_erasure"),
    path("erasures/<slug:agent>/<str:short>/decide/", decide_erasure, name="decide_erasure"),
    path("erasures/<slug:agent>/<str:short>/withdraw/", withdraw_erasure, name="withdraw_erasure"),
    path("erasures/<slug:agent>/<str:short>/receipt/", erasure_receipt, name="erasure_receipt"),
    path("erasures/<slug:agent>/<str:short>/receipt.json", erasure_receipt_json, name="erasure_receipt_json"),
    path("erasures/<slug:agent>/<str:short>/verify/", verify_erasure, name="verify_erasure"),
    path("access-log/", access_log, name="access_log"),
    path("exports/", exports, name="exports"),
    path("exports/searches/", export, name="export"),
    path("integrity/", integrity, name="integrity"),
    path("integrity/checkpoints/", download_checkpoints, name="download_checkpoints"),
    path("index-health/", index_health, name="index_health"),
    path("views/", save_view, name="save_view"),
    path("views/<int:number>/forget/", forget_view, name="forget_view"),
    path("glossary/", glossary, name="glossary"),
]
