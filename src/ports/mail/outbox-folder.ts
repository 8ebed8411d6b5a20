import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter, Mail } from './mail.ts'

/** Mails as files, one a mail, and their links on the console: what one needs without a mail server. */
export function outboxFolder(folder: string, say: (line: string) => void): Mail {
  return {
    async send(letter: Letter) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${letter.messageId.replaceAll(/[^\w.-]/g, '_')}.txt`)
      const head = `To: ${letter.to}\nSubject: ${letter.subject}\n\n`
      await writeFile(`${file}.new`, head + letter.text, { mode: 0o600 })
      await rename(`${file}.new`, file)
      const link = /https?:\/\/\S+/.exec(letter.text)?.[0]
      say(`mail to ${letter.to}: ${letter.subject}${link === undefined ? '' : `\n  ${link}`}`)
    },
  }
}
