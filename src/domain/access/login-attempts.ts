/** How many logins may fail within the window before even a right one is refused. */
export const attemptsWindowMs = 15 * 60 * 1000
/** Of an account from one address, or from one device that is known of it. */
export const attemptsPerAccount = 10
/** Of an account from all addresses of which nothing is known: many may guess together. */
export const attemptsFromUnknown = 100
export const attemptsPerAddress = 100
/** How many mails with a link an account gets at most within the window. */
export const resetsPerAccount = 5
