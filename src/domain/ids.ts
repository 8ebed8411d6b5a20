/** What an id looks like: the letters of its kind, and a part that sorts by time. */
const sortablePart = '[0-9A-HJKMNP-TV-Z]{26}'

/** Letters, so that they end where the digit begins with which every sortable part begins. */
export const prefixPattern = /^[A-Z]{1,4}\.?$/

export function patternOf(prefix: string): RegExp {
  return new RegExp(`^${prefix.replace('.', '\\.')}${sortablePart}$`)
}

export function exampleOf(prefix: string): string {
  return `${prefix}01K9ZV3Q7M2T8W4X6Y0A1B2C3D`
}

const anyId = new RegExp(`${prefixPattern.source.slice(0, -1)}${sortablePart}$`)

/** Whether it looks like an id, of whatever kind. */
export const isId = (text: string): boolean => anyId.test(text)
