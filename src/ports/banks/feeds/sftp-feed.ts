import { enterSftp } from '../../sftp/session.ts'
import type { ReachOptions } from '../../sftp/reach.ts'
import type { BankFeedPort } from './feed.ts'
import { openSftp } from './open-sftp.ts'

/** The folder of a bank's SFTP server. */
export function sftpFeed(options: ReachOptions): BankFeedPort {
  return {
    async open(target, stopped) {
      const { sftp, end } = await enterSftp(target, options, stopped)
      return openSftp(sftp, target.folder, stopped, end)
    },
  }
}
