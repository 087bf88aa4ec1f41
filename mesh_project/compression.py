"""Compresses what a browser reads: the pages and their files. The API, which machines read, is left to the proxy."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PREFIXES: Final = ("/audit/", "/static/")
PACKED: Final = "application/zip"


class PageCompression(GZipMiddleware):
    """Django's own compression, which pads each answer by a random length so that its size tells nothing."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress an answer unless it is packed already, or is no page."""
        is_packed = response.headers.get("Content-Type") == PACKED
        if is_packed or not request.path_info.startswith(PREFIXES):
            return response
        return super().process_response(request, response)
