/** How many logins may fail within the window before even a right one is refused. */
export const attemptsWindowMs = 15 * 60 * 1000
export const attemptsPerAccount = 10
export const attemptsPerAddress = 100
/** How many mails with a link an account gets at most within the window. */
export const resetsPerAccount = 5
