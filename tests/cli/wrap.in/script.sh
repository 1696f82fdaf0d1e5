#!/bin/sh
# See https://lists.example.org/archive/1994/december/minutes-of-the-meeting-in-geneva.txt too.
ls
