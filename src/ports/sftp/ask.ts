import type { SFTPWrapper } from 'ssh2'

export const [endOfFile, noSuchFile, notAllowed] = [1, 2, 3]

export type Answered<T> = (error: Error | null | undefined, found?: T) => void
export type Ask = <T>(put: (answered: Answered<T>) => void) => Promise<T>

/** Without an answer it ends with the session, or at the deadline. */
export function asked<T>(
  sftp: SFTPWrapper,
  stopped: AbortSignal,
  put: (answered: Answered<T>) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const ended = () => settled(new Error('The server ended the connection'))
    const late = () => settled(new Error('The server took too long'))
    function settled(error: Error | null | undefined, found?: T): void {
      sftp.off('close', ended)
      stopped.removeEventListener('abort', late)
      if (error == null) resolve(found as T)
      else reject(error)
    }
    if (stopped.aborted) return late()
    sftp.on('close', ended)
    stopped.addEventListener('abort', late, { once: true })
    put(settled)
  })
}

export const codeOf = (error: unknown) => (error as { code?: unknown }).code

export function absent(error: unknown): undefined {
  if (codeOf(error) !== noSuchFile) throw error
}
