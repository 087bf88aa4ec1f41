"""Tests of one turn of an agent: window, binding, recheck, reply, delivery."""
