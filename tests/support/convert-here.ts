import { converter } from '@/lib/move/server/open-import'
import { convertToArchive } from '@/packages/convert/write-archive'

/* Tests of units have no bundle of the converter to run in a process of its own. */
converter.value = ({ from, target, options, onProgress }) => convertToArchive(from, target, options, onProgress)
