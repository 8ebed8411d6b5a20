import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Client, SFTPWrapper } from 'ssh2'
import type { FeedTarget, BankFeedPort } from './feed.ts'
import { openSftp } from './open-sftp.ts'
import { refuseSlowKey } from './private-key.ts'
import { reach, type ReachOptions } from './reach.ts'

/** More than a listing and a file of the greatest size are together, on the wire. */
const bytesMost = 96 * 1024 * 1024
const lookedAtMs = 250

/**
 * The folder of a bank's SFTP server. Its key has to be one that was agreed before; where it is
 * reached is guarded as the receivers of webhooks are.
 */
export function sftpFeed(options: ReachOptions): BankFeedPort {
  return {
    async open(target, stopped) {
      const { host, port, hostKey } = target
      if (host === null || port === null || hostKey === null) throw new Error('it is incomplete')
      refuseSlowKey(target.credentials ?? {})
      // Loaded when the first is fetched: processes that fetch nothing start without it.
      const ssh = await import('ssh2')
      const socket = await reach(host, port, options, stopped)
      const end = bounded(socket, stopped)
      try {
        const sftp = await entered(new ssh.Client(), socket, target, stopped)
        return openSftp(sftp, target.folder, stopped, end)
      } catch (error) {
        end()
        throw error
      }
    },
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
  { username, hostKey, credentials }: FeedTarget,
  stopped: AbortSignal,
): Promise<SFTPWrapper> {
  const agreed = new Set((hostKey ?? '').split(' '))
  let isOther = false
  return new Promise((resolve, reject) => {
    const failed = (error: Error) =>
      reject(isOther ? new Error('The server has another key than the one agreed') : error)
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
