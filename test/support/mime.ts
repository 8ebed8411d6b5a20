/** A mail as its receiver reads it. */
export interface ReadMail {
  headers: Record<string, string>
  text: string
  attachments: { filename: string; mimeType: string; bytes: Buffer }[]
}

/** Reads a mail of a text and attachments from its bytes. */
export function readMail(raw: string): ReadMail {
  const mail = partOf(raw)
  const boundary = /boundary="([^"]+)"/.exec(mail.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) return { ...mail, text: contentOf(mail).toString(), attachments: [] }
  const parts = mail.body.split(`--${boundary}`).slice(1, -1)
  const [text, ...files] = parts.map((part) => partOf(part.replace(/^\r?\n/, '')))
  return {
    headers: mail.headers,
    text: contentOf(text!).toString(),
    attachments: files.map((file) => ({
      filename: filenameOf(file.headers['content-disposition'] ?? ''),
      mimeType: (file.headers['content-type'] ?? '').split(';')[0]!,
      bytes: contentOf(file),
    })),
  }
}

interface Part {
  headers: Record<string, string>
  body: string
}

function partOf(raw: string): Part {
  const [head = '', ...body] = raw.split(/\r?\n\r?\n/)
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), wordsOf(line.slice(at + 1).trim())]
  })
  return { headers: Object.fromEntries(headers), body: body.join('\n\n') }
}

function contentOf({ headers, body }: Part): Buffer {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return unquoted(body.replaceAll(/=\r?\n/g, ''))
  return Buffer.from(body)
}

/** `=C3=A5` is å, of two bytes. */
function unquoted(text: string, mark = '='): Buffer {
  const bytes = text.replaceAll(new RegExp(`${mark}([0-9A-F]{2})`, 'gi'), (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** Encoded words of a header: `=?UTF-8?Q?Underr=C3=A4ttelse?=`. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      (how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64')
        : unquoted(word.replaceAll('_', ' '))
      ).toString(),
    )
}

/** Given whole, or in pieces of which some are encoded. */
function filenameOf(disposition: string): string {
  const pieces = disposition.matchAll(/filename\*?(?:\d+\*?)?=(?:"([^"]*)"|([^;]*))/g)
  const whole = [...pieces].map(
    ([, quoted, bare]) => quoted ?? bare?.replace(/^utf-8''/i, '') ?? '',
  )
  return unquoted(whole.join(''), '%').toString()
}
