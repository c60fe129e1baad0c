import '@/components/shell/all-styles.css'
import { afterEach } from 'vitest'
import { cleanUp } from './component'

afterEach(cleanUp)
