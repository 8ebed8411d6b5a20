/** As much of a text as there is room for; half of a sign could be stored nowhere. */
export const cutText = (text: string, most: number): string => text.slice(0, most).toWellFormed()
