/** How a command ends. */

/** 0 success, 1 issues of severity error, 2 usage error, 3 unreadable, 130 interrupted. */
export const EXIT = { fine: 0, issues: 1, usage: 2, unreadable: 3, interrupted: 130 } as const
