import { Label, LabelAssignment } from '../label.ts'
import { Note } from '../note.ts'
import { ToDo } from '../to-do.ts'
import { SystemErrand, ErrandEvent } from '../system-errand.ts'
import { BackgroundTask, BackgroundTaskItem } from '../background-task.ts'
import { CacheClear } from '../cache-clear.ts'
import { SystemSetting } from '../system-setting.ts'
import { SettingChoice } from '../setting-choice.ts'
import { JobRun } from '../job-run.ts'
import { ExchangeRate } from '../exchange-rate.ts'
import { BaseInterestRate } from '../base-interest-rate.ts'
import { Changelog, Event, Journal } from '../journal.ts'
import { Outbox, Idempotency } from '../records.ts'

export const system = [
  SystemErrand,
  ErrandEvent,
  BackgroundTask,
  BackgroundTaskItem,
  JobRun,
  CacheClear,
  Note,
  ToDo,
  Label,
  LabelAssignment,
  ExchangeRate,
  BaseInterestRate,
  SystemSetting,
  SettingChoice,
  Journal,
  Changelog,
  Event,
  Outbox,
  Idempotency,
] as const
