import { STORED_PROFILE_KEY } from '@/lib/texts/constants'

export const THEME_KEY = 'theme'
export const SESSION_LINK_ID = 'session-link'

/**
 * Runs in the head, before anything is drawn: marks on <html> whether someone is signed in, is an admin, and which
 * theme was chosen. The same text on every page, so that one hash in the policy covers it.
 */
export const HEAD_SCRIPT = `(function(d){function g(k){try{return localStorage.getItem(k)}catch(e){return null}}
var p=null;try{p=JSON.parse(g(${JSON.stringify(STORED_PROFILE_KEY)}))}catch(e){}
var i=!!(p&&typeof p.id==='string'&&p.id);d.dataset.session=i?'in':'out';d.dataset.admin=i&&p.isAdmin===true?'yes':'no';
var t=g(${JSON.stringify(THEME_KEY)});if(t==='light'||t==='dark')d.dataset.theme=t;
window.colophonProfile=i?p:null})(document.documentElement)`

/** Stands right after the link to the own profile and fills it, so that the name is there at the first paint. */
export const SESSION_LINK_SCRIPT = `(function(){var p=window.colophonProfile,a=document.getElementById(${JSON.stringify(
  SESSION_LINK_ID,
)});if(p&&a){a.textContent=typeof p.name==='string'?p.name:'';a.href='/profile/'+encodeURIComponent(p.id)}})()`
