/** A file that a letter brings along. */
export interface Attachment {
  filename: string
  mimeType: string
  bytes: Uint8Array
}

export interface Letter {
  to: string
  subject: string
  text: string
  /** The same if a mail is sent again after a crash, so that its receiver recognizes it. */
  messageId: string
  attachments?: readonly Attachment[]
}

/** The way mails leave the platform. */
export interface Mail {
  /** `LetterRefused` if this letter will never be taken; after any other error it can be sent again. */
  send(letter: Letter): Promise<void>
}

/** The letter is refused for good: nobody has that address, or its contents are not taken. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused'
}
