/** What documents can be written in, and texts of the platform be shown in. */
export const languages = ['sv', 'en'] as const
export type Language = (typeof languages)[number]
