import cache from './cache.ts'
import changelog from './changelog.ts'
import locales from './locales.ts'
import modules from './modules.ts'
import notes from './notes.ts'
import ping from './ping.ts'
import settings from './settings/index.ts'
import system from './system.ts'
import systemSetting from './system-setting.ts'

export default {
  name: 'system',
  rooms: {
    cache,
    changelog,
    locales,
    modules,
    notes,
    ping,
    settings,
    system,
    'system-setting': systemSetting,
  },
}
