// Keys, and what a person who cannot see the page must be told; every page works without this file.
"use strict";
(() => {
  const rows = () => [...document.querySelectorAll("[data-row]")];
  const linkOf = (row) => row.querySelector("th a, td a");
  const typing = (target) => target.closest("input, select, textarea, dialog");

  const move = (step) => {
    const all = rows();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : at + step];
    if (next) {
      linkOf(next).focus();
      next.scrollIntoView({ block: "nearest" });
    }
  };

  const keys = {
    "/": () => document.querySelector("[data-filter] input:not([type=hidden]), [data-filter] select")?.focus(),
    j: () => move(1),
    k: () => move(-1),
    n: () => document.querySelector("[rel=next]")?.click(),
    p: () => document.querySelector("[rel=prev]")?.click(),
    "?": () => document.getElementById("keys")?.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    const act = keys[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  });

  // A menu that sends its form by itself; without this file its button does.
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-keys]")) keys["?"]();
    document.querySelectorAll("details.display[open]").forEach((panel) => {
      if (!panel.contains(event.target)) panel.open = false;
    });
  });

  // The page that was asked for took the place of the list: say so, and go on from its first row after paging.
  document.addEventListener("htmx:afterSwap", (event) => {
    const list = event.detail.target;
    const said = list.querySelector("[data-says]");
    document.getElementById("said").textContent = said ? said.dataset.says : "";
    const asked = event.detail.requestConfig.elt;
    if (asked.matches("[rel=next], [rel=prev], [rel=first]")) {
      list.querySelector("[data-row] a, .notice")?.focus();
      list.scrollIntoView({ block: "start" });
    }
  });

  // A refusal is a whole page and no part of one.
  document.addEventListener("htmx:responseError", (event) => {
    window.location.assign(event.detail.pathInfo.finalRequestPath);
  });
})();
