import type { BankFeedPorts } from './feed.ts'
import { folderFeed } from './folder-feed.ts'
import type { ReachOptions } from '../../sftp/reach.ts'
import { sftpFeed } from './sftp-feed.ts'

/** The ways in which files of banks come that are shipped; folders stand below the one named. */
export function bankFeedPorts(folder: string, options: ReachOptions): BankFeedPorts {
  return { FOLDER: folderFeed(folder), SFTP: sftpFeed(options) }
}
