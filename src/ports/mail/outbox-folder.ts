import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter, Mail } from './mail.ts'
import { messageOf } from './message.ts'

/**
 * Mails as files, one a mail, and their links on the console: what one needs without a mail server.
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
      const link = /https?:\/\/\S+/.exec(letter.text)?.[0]
      say(`mail to ${letter.to}: ${letter.subject}${link === undefined ? '' : `\n  ${link}`}`)
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
