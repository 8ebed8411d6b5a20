import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter, Mail } from './mail.ts'
import { messageOf } from './message.ts'

/**
 * Mails as files, one a mail: what one needs without a mail server. A link that lets somebody in
 * stands in its file alone, which only its owner reads: what is said may be kept in a log.
 * One with attachments is whole as `.eml`, which mail programs open.
 */
export function outboxFolder(folder: string, from: string, say: (line: string) => void): Mail {
  return {
    async send(letter: Letter) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { ending, content } = await fileOf(letter, from)
      const file = join(folder, `${letter.messageId.replaceAll(/[^\w.-]/g, '_')}.${ending}`)
      await writeFile(`${file}.new`, content, { mode: 0o600 })
      await rename(`${file}.new`, file)
      say(`a mail stands in ${file}`)
    },
  }
}

async function fileOf(
  letter: Letter,
  from: string,
): Promise<{ ending: 'txt' | 'eml'; content: string | Buffer }> {
  if (letter.attachments === undefined) {
    return {
      ending: 'txt',
      content: `To: ${letter.to}\nSubject: ${letter.subject}\n\n${letter.text}`,
    }
  }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail(messageOf(letter, from))
  return { ending: 'eml', content: message as Buffer }
}
