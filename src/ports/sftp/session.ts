import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Client, SFTPWrapper } from 'ssh2'
import { streamedBytesMax } from '../../domain/distribution/file-kind.ts'
import { refuseSlowKey } from './private-key.ts'
import { reach, type ReachOptions } from './reach.ts'

/** A server of a stranger's, and by what one is let in there. */
export interface SftpServer {
  host: string | null
  port: number | null
  username: string | null
  hostKey: string | null
  credentials: SftpCredentials | null
}

export interface SftpCredentials {
  password?: string | undefined
  privateKey?: string | undefined
  passphrase?: string | undefined
}

export interface SftpSession {
  sftp: SFTPWrapper
  end(): void
}

/** More than a listing and a file of the greatest size are together, on the wire. */
const bytesMost = streamedBytesMax + 70 * 1024 * 1024
const lookedAtMs = 250

/** Whoever stands there is not who was agreed on, or does not let us in: another try helps nothing. */
export class NotLetIn extends Error {}

/**
 * A session with a server whose key has to be one that was agreed before; where it is reached is
 * guarded as the receivers of webhooks are.
 */
export async function enterSftp(
  server: SftpServer,
  options: ReachOptions,
  stopped: AbortSignal,
): Promise<SftpSession> {
  const { host, port, hostKey } = server
  if (host === null || port === null || hostKey === null) throw new Error('it is incomplete')
  refuseSlowKey(server.credentials ?? {})
  // Loaded when the first is entered: processes that enter none start without it.
  const ssh = await import('ssh2')
  const socket = await reach(host, port, options, stopped)
  const end = bounded(socket, stopped)
  try {
    return { sftp: await entered(new ssh.Client(), socket, server, stopped), end }
  } catch (error) {
    end()
    throw error
  }
}

/** Ended at its deadline, or where it floods. */
function bounded(socket: Socket, stopped: AbortSignal): () => void {
  const watch = setInterval(() => {
    if (socket.bytesRead > bytesMost) end()
  }, lookedAtMs)
  function end(): void {
    clearInterval(watch)
    stopped.removeEventListener('abort', end)
    socket.destroy()
  }
  stopped.addEventListener('abort', end, { once: true })
  socket.once('close', end)
  if (stopped.aborted) end()
  return end
}

function entered(
  client: Client,
  sock: Socket,
  { username, hostKey, credentials }: SftpServer,
  stopped: AbortSignal,
): Promise<SFTPWrapper> {
  const agreed = new Set((hostKey ?? '').split(' '))
  let isOther = false
  return new Promise((resolve, reject) => {
    const failed = (error: Error & { level?: string }) => {
      if (isOther) return reject(new NotLetIn('The server has another key than the one agreed'))
      const isUnknown = error.level === 'client-authentication'
      return reject(isUnknown ? new NotLetIn(error.message) : error)
    }
    client.on('error', failed)
    client.on('close', () => failed(new Error('The server ended the connection')))
    stopped.addEventListener('abort', () => reject(new Error('The server took too long')), {
      once: true,
    })
    client.on('ready', () => {
      client.sftp((error, sftp) => {
        if (error !== undefined) return reject(error)
        sftp.setMaxListeners(0).on('error', () => sock.destroy())
        return resolve(sftp)
      })
    })
    client.connect({
      sock,
      username: username ?? '',
      ...(credentials?.password !== undefined && { password: credentials.password }),
      ...(credentials?.privateKey !== undefined && { privateKey: credentials.privateKey }),
      ...(credentials?.passphrase !== undefined && { passphrase: credentials.passphrase }),
      hostVerifier: (key: Buffer) => {
        isOther = !agreed.has(fingerprintOfKey(key))
        return !isOther
      },
    })
  })
}

/** As `ssh-keygen -l` writes it. */
export const fingerprintOfKey = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
