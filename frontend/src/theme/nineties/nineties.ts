/** Loaded with the first profile that uses the 90s theme. */
import './tokens.css';
import './fonts.css';
import './post.css';
import './profile.css';
import './talk.css';
import './controls.css';
import './nineties.css';
import './desk.css';
