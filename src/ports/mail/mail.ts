export interface Letter {
  to: string
  subject: string
  text: string
  /** The same for a letter that is sent again after a crash, so that a receiver can tell. */
  messageId: string
}

/** The way mails leave the platform. */
export interface Mail {
  send(letter: Letter): Promise<void>
}
