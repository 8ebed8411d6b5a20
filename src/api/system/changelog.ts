import { settingNamed } from '../../activities/system/settings/setting-named.ts'
import { SystemSetting } from '../../entities/system-setting.ts'
import { User } from '../../entities/user.ts'
import { changelogOf } from '../../behaviours/changelog.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const ofUsers = changelogOf(User, 'User')
const ofSettings = changelogOf(SystemSetting, 'SystemSetting')

export default {
  listChangesOfSettings: operation(
    'GET /changelog/system-setting',
    'ReadSettingChangelog',
    ofSettings.list,
  ),
  listChangesOfSetting: operation(
    'GET /changelog/system-setting/{key}',
    'ReadSettingChangelog',
    ofSettings.ofKey((unit, key) => settingNamed(unit, key, 'TENANT')),
  ),
  listChangesOfUser: operation('GET /changelog/user/{id}', 'ReadInvoiceChangelog', ofUsers.ofOne),
} satisfies Room
