export interface Letter {
  to: string
  subject: string
  text: string
  /** The same if a mail is sent again after a crash, so that its receiver recognizes it. */
  messageId: string
}

/** The way mails leave the platform. */
export interface Mail {
  send(letter: Letter): Promise<void>
}
