import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LetterRefused, type Letter } from '../../src/ports/mail/mail.ts'
import { outboxFolder } from '../../src/ports/mail/outbox-folder.ts'
import { smtp } from '../../src/ports/mail/smtp.ts'
import { mailServer, type MailServer } from '../support/mail-server.ts'
import { readMail } from '../support/mime.ts'

const from = 'Factor AB <no-reply@factor.example>'
const plain: Letter = {
  to: 'alva@example.com',
  subject: 'Välkommen',
  text: 'Följ länken:\nhttps://factor.example/links#token=TN.A=\n',
  messageId: 'UI01.sentAt',
}
const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7) % 256))
const withFile: Letter = {
  ...plain,
  messageId: 'DOC01',
  attachments: [
    { filename: 'Underrättelse om överlåtelse 1.pdf', mimeType: 'application/pdf', bytes },
  ],
}

const read = {
  headers: { to: plain.to, subject: plain.subject, 'message-id': '<DOC01@factor.example>' },
  attachments: [
    { filename: 'Underrättelse om överlåtelse 1.pdf', mimeType: 'application/pdf', bytes },
  ],
}

describe('by SMTP', () => {
  let server: MailServer

  beforeAll(async () => {
    server = await mailServer()
  })
  beforeEach(() => {
    server.answers = {}
    server.taken = []
    server.recipients = []
  })
  afterAll(() => server.close())

  const sent = () => smtp(server.url, from).send(withFile)

  test('a letter comes whole, with its attachment and its message id', async () => {
    await sent()
    const mail = readMail(server.taken[0]!)
    expect(mail).toMatchObject(read)
    expect(mail.text).toContain('Följ länken')
  })

  test('an address is one address, whatever stands in it', async () => {
    const to = 'a@example.com, b@example.com'
    await smtp(server.url, from).send({ ...plain, to })
    expect(server.recipients).toHaveLength(1)
  })

  test.each([
    ['no such mailbox', { to: '550 no such user' }, 'no such user'],
    ['contents that it never takes', { data: '554 5.7.1 refused' }, '554 5.7.1 refused'],
  ])('%s is final', async (_, answers, why) => {
    server.answers = answers
    const refusal = await sent().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(LetterRefused)
    expect((refusal as Error).message).toContain(why)
  })

  test.each([
    ['a full mailbox', { to: '452 full' }],
    ['a server that asks to wait', { data: '451 later' }],
    ['a sender that it does not know', { from: '550 who are you?' }],
  ])('%s is not', async (_, answers) => {
    server.answers = answers
    const failure = await sent().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(LetterRefused)
    server.answers = {}
    await sent()
    expect(server.taken).toHaveLength(1)
  })

  test('a server that is not there is not final either', async () => {
    const gone = await mailServer()
    await gone.close()
    const failure = await smtp(gone.url, from)
      .send(plain)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(LetterRefused)
  })
})

describe('into a folder', () => {
  let folder: string
  const said: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'receivables-mail-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('a letter is one file of its owner’s, the same when it is sent again; what is said has its name and no link', async () => {
    const mail = outboxFolder(folder, from, (line) => said.push(line))
    for (const letter of [plain, withFile, withFile]) await mail.send(letter)
    expect((await readdir(folder)).toSorted()).toEqual(['DOC01.eml', 'UI01.sentAt.txt'])
    expect(readMail(await readFile(join(folder, 'DOC01.eml'), 'utf8'))).toMatchObject(read)
    const text = await readFile(join(folder, 'UI01.sentAt.txt'), 'utf8')
    expect(text).toBe(`To: ${plain.to}\nSubject: ${plain.subject}\n\n${plain.text}`)
    expect(said[0]).toBe(`a mail stands in ${join(folder, 'UI01.sentAt.txt')}`)
    expect(said.join()).not.toMatch(/https?:|token/)
    expect(text).toContain('https://factor.example/links#token=TN.A=')
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    }
  })
})
