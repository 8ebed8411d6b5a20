/**
 * Names reach mails, documents and lists of rights, where nobody looks at their letters one by one:
 * no sign in them is unseen, breaks the line or turns what stands beside it. Two signs that join
 * letters of some scripts, and two that choose how an emoji looks, are only left out of comparisons.
 */
export const plainLine =
  /^[^\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb]*$/

export const plainLineSays = 'One line, without signs that nobody sees'

const link = /:\/\/|(?:^|[^\p{L}\p{N}])www\./iu
const unseen = /[\u{e0000}-\u{e0fff}\p{Co}]/u

/** Whether a reader of mail would make a link of it, in whatever letters it is written. */
export const hasLink = (text: string): boolean => link.test(text.normalize('NFKC'))

/** Signs beyond the first plane, which the pattern cannot name in every language that reads it. */
export const hasUnseen = (text: string): boolean => unseen.test(text)
