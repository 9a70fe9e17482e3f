package io.joinlab.live;

/** A database user and its password. */
public record Login(String user, Secret password) {}
