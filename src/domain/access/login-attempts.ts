/** How many logins may fail within the window before the next is refused, right or wrong. */
export const attemptsWindowMs = 15 * 60 * 1000
export const attemptsPerAccount = 10
export const attemptsPerAddress = 100
/** Mails with a link that one account gets at most within the window. */
export const resetsPerAccount = 5
