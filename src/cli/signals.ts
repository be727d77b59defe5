/** Signals that end a command: Ctrl-C, SIGTERM, the terminal closed. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
