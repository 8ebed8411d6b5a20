import { createTransport } from 'nodemailer'
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js'
import { LetterRefused, type Letter, type Mail } from './mail.ts'
import { messageOf } from './message.ts'
import { cutText } from '../../domain/cut-text.ts'

/** A server that says nothing for so long is as good as away. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Mails by SMTP. The message id stays the same when a mail is sent again after a crash. */
export function smtp(url: string, from: string): Mail {
  const transport = createTransport({ url, ...patience })
  return {
    async send(letter: Letter) {
      await transport.sendMail(messageOf(letter, from)).catch((error: SMTPError) => {
        throw isForGood(error) ? new LetterRefused(reasonOf(error), { cause: error }) : error
      })
    },
  }
}

/** What a server says of itself, of its login or of the sender is for an operator to put right. */
function isForGood({ code, command, responseCode }: SMTPError): boolean {
  if (responseCode === undefined) return code === 'EENVELOPE' || code === 'EMESSAGE'
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

const reasonMax = 300

function reasonOf({ response, message }: SMTPError): string {
  const said = (response ?? message).replaceAll(/\s+/g, ' ').trim()
  return cutText(`The mail server refuses it: ${said}`, reasonMax)
}
