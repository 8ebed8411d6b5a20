import { generateKeyPairSync } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, type FileHandle } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, posix } from 'node:path'
import ssh2, {
  type AuthContext,
  type Connection,
  type ParsedKey,
  type SFTPWrapper,
  type Server,
} from 'ssh2'
import { fingerprintOfKey } from '../../src/ports/sftp/session.ts'
import type { Arrived } from '../../src/ports/documents/arrived.ts'

const { STATUS_CODE } = ssh2.utils.sftp

export interface SftpServer {
  port: number
  /** What it shows, by its own file system. */
  root: string
  hostKey: string
  /** How it misbehaves, from now on. */
  manner: 'good' | 'silent' | 'endless' | 'lying' | 'closed' | 'wordy'
  /** By what, and as whom, somebody asked to be let in. */
  entered: string[]
  close(): Promise<void>
}

export const username = 'nordlund'
export const password = 'a password of the bank'

export const rsaKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey

export function keyIn(text: string, passphrase?: string): ParsedKey {
  const parsed = ssh2.utils.parseKey(text, passphrase)
  if (parsed instanceof Error) throw parsed
  return parsed
}

/**
 * A server of a bank on this machine, which lets one user in, by a password or the private keys of
 * these, and shows one folder.
 */
export async function sftpServer(
  root: string,
  { at = 0, keys = [] }: { at?: number; keys?: readonly ParsedKey[] } = {},
): Promise<SftpServer> {
  const privateKey = rsaKey()
  const hostKey = fingerprintOfKey(keyIn(privateKey).getPublicSSH())
  const connections = new Set<Connection>()
  const server: Server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    connections.add(client)
    client.on('error', () => undefined).on('close', () => connections.delete(client))
    client.on('authentication', (asked) => {
      self.entered.push(`${asked.method} ${asked.username}`)
      if (asked.username === username && isKnown(asked, keys)) asked.accept()
      else asked.reject(['password', 'publickey'])
    })
    client.on('session', (accept) => {
      accept().on('sftp', (taken) => serve(taken(), self))
    })
  })
  const self: SftpServer = {
    port: 0,
    root,
    hostKey,
    manner: 'good',
    entered: [],
    async close() {
      for (const one of connections) one.end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  self.port = (server.address() as AddressInfo).port
  return self
}

/** Of a key the signature proves that the private half is there. */
function isKnown(asked: AuthContext, keys: readonly ParsedKey[]): boolean {
  if (asked.method === 'password') return asked.password === password
  if (asked.method !== 'publickey') return false
  const known = keys.find((key) => key.getPublicSSH().equals(asked.key.data))
  if (known === undefined) return false
  const { signature, blob, hashAlgo } = asked
  return signature === undefined || known.verify(blob!, signature, hashAlgo) === true
}

function serve(sftp: SFTPWrapper, of: SftpServer): void {
  const files = new Map<number, FileHandle>()
  const folders = new Map<number, { path: string; isRead: boolean }>()
  let count = 0
  const at = (path: string) => join(of.root, posix.resolve('/', path))
  const handleOf = (n: number) => Buffer.from([n >> 8, n & 255])
  const numberOf = (handle: Buffer) => handle.readUInt16BE()
  const answer = (id: number, work: () => Promise<unknown>) => {
    if (of.manner === 'silent') return
    work().catch((error: NodeJS.ErrnoException) =>
      sftp.status(id, error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE),
    )
  }
  const attributes = async (path: string) => {
    const { mode, size, mtimeMs, uid, gid } = await lstat(path)
    const mtime = Math.floor(mtimeMs / 1000)
    return { mode, size: of.manner === 'lying' ? size + 5 : size, uid, gid, atime: mtime, mtime }
  }
  const paths = new Map<number, string>()
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => {
      await readdir(at(path))
      folders.set(++count, { path: at(path), isRead: false })
      sftp.handle(id, handleOf(count))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const folder = folders.get(numberOf(handle))!
      if (folder.isRead && of.manner !== 'endless') return sftp.status(id, STATUS_CODE.EOF)
      folder.isRead = true
      const names = await readdir(folder.path)
      const endless = Array.from({ length: 100 }, (_, n) => `never-${n}`)
      const page = of.manner === 'endless' ? endless : names
      const mode = constants.S_IFREG | 0o600
      const none = { mode, size: 1, uid: 0, gid: 0, atime: 1, mtime: 1 }
      sftp.name(
        id,
        await Promise.all(
          page.map(async (filename) => ({
            filename,
            longname: filename,
            attrs: of.manner === 'endless' ? none : await attributes(join(folder.path, filename)),
          })),
        ),
      )
    }),
  )
  const stat = (id: number, path: string) =>
    answer(id, async () => sftp.attrs(id, await attributes(at(path))))
  sftp.on('LSTAT', stat).on('STAT', stat)
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, async () => {
      const how = ssh2.utils.sftp.flagsToString(flags) ?? 'r'
      const [code, words] = unwritten.get(of.manner) ?? []
      if (how !== 'r' && code !== undefined) return sftp.status(id, code, words)
      const file = await open(at(path), how)
      files.set(++count, file)
      paths.set(count, at(path))
      sftp.handle(id, handleOf(count))
    }),
  )
  sftp.on('FSTAT', (id, handle) =>
    answer(id, async () => sftp.attrs(id, await attributes(paths.get(numberOf(handle))!))),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await files.get(numberOf(handle))!.read(bytes, 0, length, offset)
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, bytes.subarray(0, bytesRead))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      await files.get(numberOf(handle))!.write(data, 0, data.byteLength, offset)
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
  sftp.on('CLOSE', (id, handle) =>
    answer(id, async () => {
      await files.get(numberOf(handle))?.close()
      files.delete(numberOf(handle))
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
  sftp.on('MKDIR', (id, path) =>
    answer(id, async () => {
      await mkdir(at(path))
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
  sftp.on('RENAME', (id, from, to) =>
    answer(id, async () => {
      await rename(at(from), at(to))
      sftp.status(id, STATUS_CODE.OK)
    }),
  )
}

/** Words of a stranger, of which the 200th unit is the first half of a sign, behind some of ours. */
export const cutInTwo = (ours: number) => `${'x'.repeat(199 - ours)}😀`

/** What is said to who would write there. */
const unwritten = new Map<SftpServer['manner'], [code: number, words?: string]>([
  ['closed', [STATUS_CODE.PERMISSION_DENIED]],
  ['wordy', [STATUS_CODE.FAILURE, cutInTwo(0)]],
])

/** Takes all of a file into memory, as no store does. */
export async function held(bytes: AsyncIterable<Uint8Array>): Promise<Arrived> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  const begun = Buffer.concat(pieces)
  const nothing = async () => undefined
  async function* whole() {
    yield begun
  }
  const kept = { keep: nothing, drop: nothing, pieces: whole }
  return { size: begun.length, sha256: '', begun, isText: true, ...kept }
}
