import cache from './cache.ts'
import changelog from './changelog.ts'
import notes from './notes.ts'
import ping from './ping.ts'
import settings from './settings.ts'
import systemSetting from './system-setting.ts'

export default {
  name: 'system',
  rooms: { cache, changelog, notes, ping, settings, 'system-setting': systemSetting },
}
