import type { Letter } from './mail.ts'

/** A letter as nodemailer takes it, to its one address. */
export function messageOf(
  { to, subject, text, messageId, attachments = [] }: Letter,
  from: string,
) {
  const host = from.split('@').at(-1)?.replace('>', '') ?? 'localhost'
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    messageId: `<${messageId}@${host}>`,
    attachments: attachments.map(({ filename, mimeType, bytes }) => ({
      filename,
      contentType: mimeType,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
  }
}
