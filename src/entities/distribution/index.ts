import { ReasonCode } from '../reason-code.ts'
import { ContentUserSetting } from '../content-user-setting.ts'
import { Document } from '../document.ts'
import { Snapshot } from '../snapshot.ts'

export const distribution = [ReasonCode, Document, Snapshot, ContentUserSetting] as const
