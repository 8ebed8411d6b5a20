/** Signs that nobody sees, that break the line, or that turn what stands beside them. */
const hidden = [
  ['0000', '001f'],
  ['007f', '009f'],
  ['00ad'],
  ['034f'],
  ['061c'],
  ['115f', '1160'],
  ['17b4', '17b5'],
  ['180b', '180f'],
  ['200b'],
  ['200e', '200f'],
  ['2028', '202e'],
  ['2060', '206f'],
  ['3164'],
  ['e000', 'f8ff'],
  ['fe00', 'fe0d'],
  ['feff'],
  ['ffa0'],
  ['fff9', 'fffb'],
].map((range) => range.map((code) => `\\u${code}`).join('-'))

/** Those beyond the first plane stand as they are: no two languages escape them alike. */
const beyond = [
  [0xe_0000, 0xe_0fff],
  [0xf_0000, 0x10_ffff],
].map((range) => range.map((code) => String.fromCodePoint(code)).join('-'))

/**
 * Names reach mails, documents and lists of rights, where nobody looks at their letters one by one.
 * Two signs that join letters of some scripts, and two that choose how an emoji looks, may stand in
 * them, and are left out where names are compared.
 */
export const plainLine = new RegExp(`^[^${hidden.join('')}${beyond.join('')}]*$`, 'u')

export const plainLineSays = 'One line, without invisible characters'

const link = /:\/\/|(?:^|[^\p{L}\p{N}])www\./iu

/** Whether a reader of mail would make a link of it, in whatever letters it is written. */
export const hasLink = (text: string): boolean => link.test(text.normalize('NFKC'))
