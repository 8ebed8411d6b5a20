import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** What the server says to the commands of a mail, instead of taking it. */
export interface Answers {
  from?: string
  to?: string
  data?: string
}

/** A mail server that takes every mail, or says what it is told to say. */
export interface MailServer {
  url: string
  answers: Answers
  /** How many mails were begun, whom they were for, and those that were taken, as they came. */
  tries: number
  recipients: string[]
  taken: string[]
  close(): Promise<void>
}

export async function mailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const listening = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined))
    serve(socket, server)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    answers: {},
    tries: 0,
    recipients: [],
    taken: [],
    async close() {
      for (const socket of sockets) socket.destroy()
      listening.close()
      await once(listening, 'close')
    },
  }
  return server
}

function serve(socket: Socket, server: MailServer): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let unread = ''
  let isLetter = false
  const lines = {
    EHLO: () => say('250 mail.test'),
    MAIL: () => {
      server.tries++
      say(server.answers.from ?? '250 ok')
    },
    RCPT: (line: string) => {
      server.recipients.push(line.slice('RCPT TO:'.length))
      say(server.answers.to ?? '250 ok')
    },
    DATA: () => {
      isLetter = true
      say('354 go on')
    },
    RSET: () => say('250 ok'),
    QUIT: () => socket.end('221 bye\r\n'),
  } as Readonly<Record<string, (line: string) => unknown>>
  say('220 mail.test')
  socket.setEncoding('utf8').on('data', (more: string) => {
    unread += more
    for (;;) {
      const end = unread.indexOf(isLetter ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const read = unread.slice(0, end)
      unread = unread.slice(end + (isLetter ? 5 : 2))
      if (isLetter) {
        isLetter = false
        if (server.answers.data === undefined) server.taken.push(read.replaceAll('\r\n..', '\r\n.'))
        say(server.answers.data ?? '250 taken')
      } else (lines[read.slice(0, 4).toUpperCase()] ?? (() => say('502 what?')))(read)
    }
  })
}
