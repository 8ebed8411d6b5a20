import { createTransport } from 'nodemailer'
import type { Letter, Mail } from './mail.ts'

/** Mails by SMTP. The message id stays the same when a mail is sent again after a crash. */
export function smtp(url: string, from: string): Mail {
  const transport = createTransport(url, { from })
  const host = from.split('@').at(-1)?.replace('>', '') ?? 'localhost'
  return {
    async send({ to, subject, text, messageId }: Letter) {
      await transport.sendMail({ to, subject, text, messageId: `<${messageId}@${host}>` })
    },
  }
}
